import { equal } from "../../json/equal.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, member } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import { otherSide } from "../language/side.ts";
import { type One, type Run, unreadable } from "../ops/codec.ts";
import { placeOfField } from "../place/address.ts";
import { changesIn, type ObjectPlace, resolvePlace } from "../place/trail.ts";
import type { Direction } from "../run/engine.ts";
import { isEmptyMap } from "../run/take.ts";
import { runFor } from "../run/trial.ts";
import { withPrints } from "./beside.ts";
import { readEntries } from "./entry-tree.ts";
import { type Entries, residualOf } from "./residual.ts";
import { type Audience, isSeen, type Sayings, unseenPlaces } from "./seen.ts";

/** An object and its image, by which completed images are judged. */
interface Conversion {
  readonly object: JsonObject;
  readonly image: JsonObject;
}

/** What a completed image says once it is sent back; else the place of the fault if that is known. */
type Sent = Result<Sayings, ObjectPlace | undefined>;

/** Tells whether and where a completed image, sent back, is something else than the object that was converted. */
export class Homecoming {
  readonly #given: Conversion;
  readonly #direction: Direction;
  readonly #run: Run;
  #home: { readonly value: JsonObject | undefined } | undefined;
  /** Asked first whether it agrees, then where it does not: the object is sent once for both. */
  #last: { readonly completed: JsonObject; readonly sent: Sent } | undefined;

  constructor(given: Conversion, direction: Direction, run: Run) {
    this.#given = given;
    this.#direction = direction;
    this.#run = run;
  }

  /**
   * True where completing the image changes nothing on the way back that would not be seen: wherever it says something
   * else there than the bare image does, that is what was converted, or becomes it by the defaults that the server may have
   * filled in meanwhile. What the object lacks no default excuses: a fragment lacks it, or a user took it out.
   */
  agrees(completed: JsonObject): boolean {
    const tried = this.#sent(completed);
    this.#last = { completed, sent: tried };
    if (!tried.ok) return false;
    if (isSeen(tried.value, this.#audience)) return true;
    const filledIn = this.#filled(tried.value);
    if (filledIn === undefined || !isSeen(filledIn, this.#audience)) return false;
    return this.#needless(completed, tried.value).length === 0;
  }

  /** Where it does not agree; undefined where that is not known. */
  disagreements(completed: JsonObject): readonly (readonly ObjectPlace[])[] | undefined {
    const last = this.#last;
    const tried = last?.completed === completed ? last.sent : this.#sent(completed);
    if (!tried.ok) return tried.error === undefined ? undefined : [[tried.error]];
    const filledIn = this.#filled(tried.value) ?? tried.value;
    const unseen = unseenPlaces(filledIn, this.#audience);
    if (unseen.length > 0) return unseen;
    return this.#needless(completed, tried.value).map((place) => [place]);
  }

  get #audience(): Audience {
    const { engine, targetName } = this.#direction;
    return { lens: engine.lens, isLawful: engine.isLawful, side: otherSide(targetName) };
  }

  #sent(completed: JsonObject): Sent {
    const { back } = this.#direction;
    const { object: table, image: base } = this.#given;
    this.#home ??= { value: valueIn(sent(back, base, this.#run)) };
    const said = sent(back, completed, this.#run);
    const without = this.#home.value;
    if (!said.ok) return said;
    if (without === undefined) return err(undefined);
    const at = undefined;
    return ok({ said: said.value, filled: said.value, without, table, completed, base, at });
  }

  /** With what the server fills into it; undefined where that is nothing. */
  #filled(sayings: Sayings): Sayings | undefined {
    const { said } = sayings;
    const full = isObject(said) ? filled(said, this.#direction.source.schema) : said;
    return full === said ? undefined : { ...sayings, filled: full };
  }

  /**
   * Places where the completed image says what a conversion would give it anyway, though it agrees by the server's defaults
   * alone: no conversion preserves that, and it would hide what is there.
   */
  #needless(completed: JsonObject, { said }: Sayings): readonly ObjectPlace[] {
    const { there } = this.#direction;
    const again = isObject(said) ? valueIn(sent(there, said, this.#run)) : undefined;
    if (again === undefined) return [];
    return changesIn(this.#given.image, completed).filter((place) =>
      equal(resolvePlace(again, place), resolvePlace(completed, place)),
    );
  }
}

/** One direction tried out; where it fails, the place of the fault if that is known. */
function sent(
  pass: One,
  object: JsonObject,
  run: Run,
): Result<JsonObject, ObjectPlace | undefined> {
  const trial = runFor(run, run.allowance.apart());
  const image = pass(object, trial);
  if (trial.fault !== undefined) return err(placeOfField(trial.fault.path));
  if (image === unreadable || !isObject(image)) return err(undefined);
  return ok(withoutEmptyMetadata(image));
}

function valueIn<T, E>(result: Result<T, E>): T | undefined {
  return result.ok ? result.value : undefined;
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
  const base = valueIn(sent(back, image, run)) ?? {};
  const other = filled(image, target.schema);
  const defaulted = other === image ? base : (valueIn(sent(back, other, run)) ?? base);
  const wanted = source.withoutDrops?.(object) ?? object;
  const kept = residualOf({ base, defaulted }, wanted, source.shape);
  if (!engine.hasBeside) return kept;
  const pair = { lens: engine.lens, side: otherSide(targetName), own: object, other };
  return withPrints(readEntries(kept), pair);
}
