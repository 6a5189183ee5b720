import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type {
  Conversion,
  ConversionFault,
  Converter,
  Convertible,
  SparseConverter,
  StringMap,
} from "../converter.ts";
import type { VersionEdge } from "../kind.ts";
import { stashFault, stashStart } from "../stash.ts";
import { type Restored, restoreAccepted } from "./acceptance.ts";
import { resolve } from "./address.ts";
import { besideUnchanged } from "./beside.ts";
import { type Run, unreadable } from "./codec.ts";
import type { LensTools } from "./compilation.ts";
import {
  type Direction,
  directionOf,
  type LensEngine,
  type LensKind,
  lensEngine,
} from "./engine.ts";
import type { KeptEntry } from "./entry-tree.ts";
import { agrees, filled, residual, tableOf } from "./homecoming.ts";
import { nothing, siftBoth } from "./incoming.ts";
import { locate } from "./locate.ts";
import type { Side } from "./placed.ts";
import { valueAt } from "./places.ts";
import { readsOf } from "./reads.ts";
import type { Entries } from "./residual.ts";
import type { LensData, RuleData } from "./rule.ts";
import { isEmptyMap } from "./take.ts";
import { aside, runFor } from "./trial.ts";

/**
 * The conversion that a lens says, both ways, with what neither side can say of the other kept in the stash. Its nearest
 * conversion takes every rule for one without `fail`.
 */
export function lensEdge(kind: LensKind, data: LensData, tools?: LensTools): VersionEdge {
  let ready: Readonly<Record<Side, Direction>> | undefined;
  const get = (): Readonly<Record<Side, Direction>> => {
    if (ready === undefined) {
      const engine = lensEngine(kind, data, tools);
      ready = { from: directionOf(engine, "from"), to: directionOf(engine, "to") };
    }
    return ready;
  };
  const oneWay = (from: Side, mayFail: boolean): Converter => {
    const whole: Converter = (source, allowance) => {
      const { name, namespace } = source;
      return convert(get()[from], runFor({ name, namespace, mayFail }, allowance), source);
    };
    return Object.assign(whole, { sparse: sparseConverter(() => get()[from], from, kind) });
  };
  return {
    from: data.from,
    to: data.to,
    inexact: inexactRules(data.rules),
    forward: oneWay("from", true),
    backward: oneWay("to", true),
    nearest: { forward: oneWay("from", false), backward: oneWay("to", false) },
  };
}

/** The lens on sparse bodies of one side, as long as there is nothing to fail, to say or to keep. */
function sparseConverter(
  direction: () => Direction,
  from: Side,
  { group }: LensKind,
): SparseConverter {
  return {
    reads: () => readsOf(direction().engine, from),
    annotations: stashStart(group),
    convert: (body, allowance) => {
      const run = runFor(nobody, allowance);
      const image = direction().there(body, run);
      const isPlain = run.fault === undefined && !run.residual && isSilent(run);
      return isPlain && image !== unreadable && isObject(image) ? image : undefined;
    },
  };
}

/** True where nothing is to be said of any value. */
function isSilent({ unread, rounded }: Run): boolean {
  return unread.length + rounded.length === 0;
}

/** No lens that looks at an object's name has a sparse way. */
const nobody = { name: undefined, namespace: undefined };

/** Ops that lose nothing themselves; all others may leave a residual on one side. */
const exactOps: ReadonlySet<string> = new Set([
  "move",
  "each",
  "eachValue",
  "not",
  "label",
  "annotation",
  "conditions",
  "use",
]);

function inexactRules(rules: readonly RuleData[]): number {
  return rules.reduce((sum, rule) => {
    const inner = "rules" in rule && rule.rules !== undefined ? inexactRules(rule.rules) : 0;
    return sum + inner + (exactOps.has(rule.op) ? 0 : 1);
  }, 0);
}

/**
 * Converts an object: the image under the lens, completed by what was kept for the target where that still fits, with
 * what the target cannot say of the source kept in annotations.
 */
function convert(
  direction: Direction,
  run: Run,
  source: Convertible,
): Result<Conversion, ConversionFault> {
  const { incoming, own, annotations } = siftBoth(source.annotations, direction);
  const { engine } = direction;
  const object = engine.usesMetadata ? withMetadata(source, annotations) : source.body;
  const image = direction.there(object, run);
  if (run.fault !== undefined) return err(run.fault);
  if (image === unreadable || !isObject(image)) {
    return err({ path: "", message: "the lens cannot read this object" });
  }
  const restored = restoredImage(image, object, incoming.entries, direction, run);
  const kept = run.residual ? residual(object, restored.object, direction, run) : nothing;
  const bare = conversionOf(restored.object, source, annotations, engine);
  const result = withStash(
    bare,
    own.parked.size === 0 ? kept : new Map([...own.parked, ...kept]),
    incoming.parked,
    direction,
  );
  const fault = stashFault(engine.group, result.annotations, kept);
  if (fault !== undefined) return err({ path: "metadata.annotations", message: fault });
  const heldBack = incoming.foreign + own.parked.size;
  if (isSilent(run) && restored.stale + heldBack === 0) return ok(result);
  const { unread, rounded } = run;
  const remarks = { unread, rounded, stale: restored.stale, heldBack, lost: [] };
  return ok({ ...result, remarks: run.spared ? { ...remarks, nearest: 1 } : remarks });
}

/** The body, with labels and annotations under `metadata` where there are any. */
function withMetadata({ body, labels }: Convertible, annotations: StringMap): JsonObject {
  const parts = {
    ...(isEmptyMap(labels) ? {} : { labels }),
    ...(isEmptyMap(annotations) ? {} : { annotations }),
  };
  return isEmptyMap(parts) ? body : { ...body, metadata: parts };
}

function restoredImage(
  image: JsonObject,
  object: JsonObject,
  entries: readonly KeptEntry[],
  direction: Direction,
  run: Run,
): Restored {
  if (entries.length === 0) return { object: image, stale: 0 };
  const { engine, source, target, targetName } = direction;
  const other = filled(object, source.schema);
  const fitting = engine.hasBeside
    ? besideUnchanged(entries, { lens: engine.lens, side: targetName, own: image, other })
    : entries;
  const table = tableOf(object, image, direction, run);
  const restored = restoreAccepted(image, fitting, {
    shape: target.shape,
    agrees: (completed) => agrees(completed, table, direction, run),
    locate: ({ address }) => locate(engine.lens, targetName, address.steps),
    merge: (entry, base) => merged(entry, base, direction, run),
  });
  return { ...restored, stale: restored.stale + entries.length - fitting.length };
}

/** What the rule of an entry makes of the old value and today's, where it has a way to. */
function merged(
  { address, entry: [old] }: KeptEntry,
  base: JsonObject,
  { engine, targetName }: Direction,
  run: Run,
): JsonValue | undefined {
  const { rule, below } = locate(engine.lens, targetName, address.steps);
  const merger = rule === undefined ? undefined : engine.compiled.merges.get(rule);
  const today = resolve(base, address.steps);
  if (merger?.side !== targetName || below.length > 0) return undefined;
  if (old === undefined || old === null || today === undefined || today === null) return undefined;
  return merger.merge(old, today, aside(run));
}

interface Annotated extends Conversion {
  readonly annotations: StringMap;
}

/** What a lens gives, before anything is kept. */
function conversionOf(
  object: JsonObject,
  { labels }: Convertible,
  annotations: StringMap,
  { usesMetadata }: LensEngine,
): Annotated {
  if (!usesMetadata) return { body: object, annotations };
  const metadata = member(object, "metadata");
  if (metadata === undefined) return { body: object, labels: {}, annotations: {} };
  const { metadata: _, ...body } = object;
  return {
    body,
    labels: stringsAt(metadata, "labels", labels),
    annotations: stringsAt(metadata, "annotations", annotations),
  };
}

/** The same with what is kept for the source's version, and what stays parked for the target's. */
function withStash(
  conversion: Annotated,
  kept: Entries,
  parked: Entries,
  { source, target }: Direction,
): Annotated {
  if (kept.size + parked.size === 0) return conversion;
  const annotations = source.stash.put(conversion.annotations, kept);
  if (parked.size === 0) return { ...conversion, annotations };
  return { ...conversion, annotations: target.stash.put(annotations, parked) };
}

/** The labels or annotations that a lens gives; the very ones it got where they are the same. */
function stringsAt(metadata: JsonValue, field: string, before: StringMap): StringMap {
  const map = valueAt(metadata, [field]);
  if (map === before) return before;
  if (!isObject(map)) return {};
  const strings = Object.entries(map).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value] as const] : [],
  );
  return Object.fromEntries(strings);
}
