import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type {
  Conversion,
  ConversionFault,
  ConversionRemarks,
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
import { type Direction, directionOf, type LensKind, lensEngine } from "./engine.ts";
import type { KeptEntry } from "./entry-tree.ts";
import { agrees, filled, residual, tableOf } from "./homecoming.ts";
import { nothing, type SiftedBoth, siftBoth } from "./incoming.ts";
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
    const whole: Converter = (source, growth) => {
      const { name, namespace } = source;
      return convert(get()[from], runFor({ name, namespace, mayFail }, growth), source);
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
    convert: (body, growth) => {
      const run = runFor(nobody, growth);
      const image = direction().there(body, run);
      const isPlain = run.fault === undefined && !run.residual && run.unread.length === 0;
      return isPlain && image !== unreadable && isObject(image) ? image : undefined;
    },
  };
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
  const { usesMetadata } = direction.engine;
  const sifted = siftBoth(source.annotations, direction);
  const object = usesMetadata ? withMetadata(source, sifted.annotations) : source.body;
  const image = direction.there(object, run);
  if (run.fault !== undefined) return err(run.fault);
  if (image === unreadable || !isObject(image)) {
    return err({ path: "", message: "the lens cannot read this object" });
  }
  if (sifted.isBare && !run.residual) {
    return remarked(conversionOf(image, source, sifted.annotations, direction), nothingElse, run);
  }
  return stashed(image, object, sifted, { direction, run, source });
}

interface Conversing {
  readonly direction: Direction;
  readonly run: Run;
  readonly source: Convertible;
}

/** The rest of a conversion where something was kept, or is to be kept now. */
function stashed(
  image: JsonObject,
  object: JsonObject,
  { incoming, own, annotations }: SiftedBoth,
  { direction, run, source }: Conversing,
): Result<Conversion, ConversionFault> {
  const restored = restoredImage(image, object, incoming.entries, direction, run);
  const kept = run.residual ? residual(object, restored.object, direction, run) : nothing;
  const bare = conversionOf(restored.object, source, annotations, direction);
  const stashes = {
    kept: own.parked.size === 0 ? kept : new Map([...own.parked, ...kept]),
    parked: incoming.parked,
  };
  const result = { ...bare, annotations: withStash(bare.annotations, stashes, direction) };
  const fault = stashFault(direction.engine.group, result.annotations, kept);
  if (fault !== undefined) return err({ path: "metadata.annotations", message: fault });
  const foreign = incoming.foreign + own.parked.size;
  return remarked(result, { stale: restored.stale, foreign }, run);
}

const nothingElse = { stale: 0, foreign: 0 };

/** A conversion with what there is to say of it. */
function remarked(
  conversion: Conversion,
  { stale, foreign }: Pick<ConversionRemarks, "stale" | "foreign">,
  { unread, spared }: Run,
): Result<Conversion, ConversionFault> {
  if (unread.length + stale + foreign === 0) return ok(conversion);
  const remarks = { unread, stale, foreign };
  return ok({ ...conversion, remarks: spared ? { ...remarks, nearest: 1 } : remarks });
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

/** What a lens gives, before anything is kept. */
function conversionOf(
  object: JsonObject,
  { labels }: Convertible,
  annotations: StringMap,
  { engine }: Direction,
): Conversion & { readonly annotations: StringMap } {
  if (!engine.usesMetadata) return { body: object, annotations };
  const metadata = member(object, "metadata");
  if (metadata === undefined) return { body: object, labels: {}, annotations: {} };
  const { metadata: _, ...body } = object;
  return {
    body,
    labels: stringsAt(metadata, "labels", labels),
    annotations: stringsAt(metadata, "annotations", annotations),
  };
}

interface Stashes {
  /** For the source's version. */
  readonly kept: Entries;
  /** For the target's, not applied. */
  readonly parked: Entries;
}

function withStash(
  annotations: StringMap,
  { kept, parked }: Stashes,
  { source, target }: Direction,
): StringMap {
  if (kept.size + parked.size === 0) return annotations;
  const own = source.stash.put(annotations, kept);
  return parked.size === 0 ? own : target.stash.put(own, parked);
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
