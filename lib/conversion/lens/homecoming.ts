import { isObject, type JsonObject, member } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting.ts";
import { withPrints } from "./beside.ts";
import { type One, type Run, unreadable } from "./codec.ts";
import type { Direction } from "./engine.ts";
import { readEntries } from "./entry-tree.ts";
import { otherSide } from "./placed.ts";
import { type Entries, residualOf } from "./residual.ts";
import type { SchemaNode } from "./schema-node.ts";
import { isSeen } from "./seen.ts";
import { isEmptyMap } from "./take.ts";
import { runFor } from "./trial.ts";

/** What is on the table: the object, its image, and what that says at home, worked out when asked for. */
interface Table {
  readonly object: JsonObject;
  readonly base: JsonObject;
  readonly home: () => JsonObject | undefined;
}

export function tableOf(
  object: JsonObject,
  image: JsonObject,
  { back }: Direction,
  run: Run,
): Table {
  let home: { readonly value: JsonObject | undefined } | undefined;
  return {
    object,
    base: image,
    home: () => {
      home ??= { value: pure(back, image, run) };
      return home.value;
    },
  };
}

/**
 * True where completing an object changes nothing over there that would not be seen: wherever it says something else
 * there than the bare image does, that is what is on the table, or becomes it by the defaults that the server may have
 * filled in meanwhile. What the table lacks no default excuses: a part lacks it, or a user took it out.
 */
export function agrees(
  completed: JsonObject,
  { object, base, home }: Table,
  { engine, back, source, targetName }: Direction,
  run: Run,
): boolean {
  const said = pure(back, completed, run);
  const without = home();
  if (said === undefined || without === undefined) return false;
  const { lens, isLawful } = engine;
  const audience = { lens, isLawful, side: otherSide(targetName) };
  const sayings = { said, filled: said, without, table: object, completed, base };
  if (isSeen(sayings, audience)) return true;
  const saidFilled = filled(said, source.schema);
  return saidFilled !== said && isSeen({ ...sayings, filled: saidFilled }, audience);
}

/** One direction tried out; undefined where the object cannot be converted. */
function pure(pass: One, object: JsonObject, run: Run): JsonObject | undefined {
  const trial = runFor(run, run.allowance.apart());
  const image = pass(object, trial);
  if (image === unreadable || trial.fault !== undefined || !isObject(image)) return undefined;
  return withoutEmptyMetadata(image);
}

/** No labels or annotations are as good as empty ones: a rule that took the last of them leaves nothing to compare. */
function withoutEmptyMetadata(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  if (!isObject(metadata)) return object;
  const { metadata: _, ...body } = object;
  const maps = Object.entries(metadata).filter(([, map]) => !isObject(map) || !isEmptyMap(map));
  return maps.length === 0 ? body : { ...body, metadata: Object.fromEntries(maps) };
}

/** A body as the server fills it in; the very same where nothing is to fill. Metadata has no defaults. */
export function filled(object: JsonObject, schema: SchemaNode): JsonObject {
  return typeof schema === "string" ? object : applyDefaults(object, schema);
}

export function residual(
  object: JsonObject,
  image: JsonObject,
  { engine, back, source, target, targetName }: Direction,
  run: Run,
): Entries {
  const base = pure(back, image, run) ?? {};
  const other = filled(image, target.schema);
  const defaulted = other === image ? base : (pure(back, other, run) ?? base);
  const wanted = source.withoutDrops?.(object) ?? object;
  const kept = residualOf({ base, defaulted }, wanted, source.shape);
  if (!engine.hasBeside) return kept;
  const pair = { lens: engine.lens, side: otherSide(targetName), own: object, other };
  return withPrints(readEntries(kept).kept, pair);
}
