import { err, ok, type Result } from "../../json/result.ts";
import { roughSize } from "../../json/size.ts";
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
import { fitAnnotations } from "../stash/fit.ts";
import { stashStart, versionPrefix } from "../stash/names.ts";
import type { PreservedValue, Stash, StashedEntry } from "../stash/stash.ts";
import { type Judge, restoreAccepted } from "./acceptance.ts";
import { resolve } from "./address.ts";
import { besideUnchanged } from "./beside.ts";
import { type Run, unreadable } from "./codec.ts";
import type { LensTools } from "./compilation.ts";
import {
  type Direction,
  directionOf,
  type LensEngine,
  type LensKind,
  type LensSide,
  lensEngine,
} from "./engine.ts";
import type { KeptEntry, StoredEntry } from "./entry-tree.ts";
import { filled, Homecoming, residual } from "./homecoming.ts";
import { type Incoming, type SortedAnnotations, sortAnnotations } from "./incoming.ts";
import { preservedValues, unitOf } from "./like-items.ts";
import { isAboveRuleOf, locate } from "./locate.ts";
import { faultsBeyond, resourceOf } from "./new-faults.ts";
import { otherSide, type Side } from "./placed.ts";
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
 * Converts an object: the image under the lens, completed by what was preserved for the target where that still fits, with
 * what the target can't represent of the source preserved in annotations.
 */
function convert(
  direction: Direction,
  run: Run,
  source: Convertible,
): Result<Conversion, ConversionFault> {
  const sorted = sortAnnotations(source.annotations, direction);
  const { engine } = direction;
  const object = engine.usesMetadata ? withMetadata(source, sorted.plain) : source.body;
  const image = direction.there(object, run);
  if (run.fault !== undefined) return err(run.fault);
  if (image === unreadable || !isObject(image)) {
    return err({ path: "", message: "the lens cannot read this object" });
  }
  const restored = restoredImage({ object, image, source }, sorted.incoming, direction, run);
  const kept = run.residual ? residual(object, restored.object, direction, run) : nothing;
  const bare = conversionOf(restored.object, source, sorted.plain, engine);
  const own = ownHeldBack({ object, source }, sorted.own, direction, run);
  const { annotations, lost } = withStash(bare.annotations, kept, direction, {
    sorted,
    incoming: restored.heldBack,
    own,
  });
  const result = { ...bare, annotations };
  const { stale } = restored;
  const repeated = sorted.incoming.heldBack + sorted.own.heldBack;
  const heldBack = repeated + sourcesOf(restored.heldBack).size + sourcesOf(own).size;
  if (isSilent(run) && stale + heldBack + lost.length === 0) return ok(result);
  const remarks = { unread: run.unread, rounded: run.rounded, stale, heldBack, lost };
  return ok({ ...result, remarks: run.spared ? { ...remarks, nearest: 1 } : remarks });
}

const nothing: Entries = new Map();

/** The body, with labels and annotations under `metadata` where there are any. */
function withMetadata({ body, labels }: Convertible, annotations: StringMap): JsonObject {
  const parts = {
    ...(isEmptyMap(labels) ? {} : { labels }),
    ...(isEmptyMap(annotations) ? {} : { annotations }),
  };
  return isEmptyMap(parts) ? body : { ...body, metadata: parts };
}

/** What is converted, with its image. */
interface Converted {
  readonly object: JsonObject;
  readonly image: JsonObject;
  readonly source: Convertible;
}

interface RestoredImage {
  readonly object: JsonObject;
  readonly stale: number;
  readonly heldBack: readonly StoredEntry[];
}

function restoredImage(
  { object, image, source }: Converted,
  { entries, refused }: Incoming,
  direction: Direction,
  run: Run,
): RestoredImage {
  if (entries.length === 0) return { object: image, stale: 0, heldBack: [] };
  const { engine, target, targetName } = direction;
  const fitting = engine.hasBeside
    ? besideUnchanged(entries, {
        lens: engine.lens,
        side: targetName,
        own: image,
        other: filled(object, direction.source.schema),
      })
    : entries;
  const homecoming = new Homecoming({ object, image }, direction, run);
  const restored = restoreAccepted(image, fitting, {
    shape: target.shape,
    mayTry: trialsOf(image, entries, run),
    agrees: (completed) => homecoming.agrees(completed),
    disagreements: (completed) => homecoming.disagreements(completed),
    faultsBeyond: faultsOf(target, { engine, source, run }),
    idOf: (entry) => idOf(entry, engine, targetName),
    isRefused: (entry) => refused.has(entry.source),
    isWhereWritten: (entry) => target.stash.nameIn(unitOf(entry)) === entry.source.annotation,
    isAboveRuleOf: (outer, inner) =>
      isAboveRuleOf(engine.lens, targetName, outer.address.steps, inner.address.steps),
    merge: (entry, base) => merged(entry, base, direction, run),
  });
  const { heldBack } = restored;
  const stale = restored.stale.length + entries.length - fitting.length;
  return { object: restored.object, stale, heldBack: whole(heldBack, fitting) };
}

/** Of the object's own version: entries that its schema refuses are not its own to drop; all others it has outlived. */
function ownHeldBack(
  { object, source }: Omit<Converted, "image">,
  { entries, refused }: Incoming,
  direction: Direction,
  run: Run,
): readonly StoredEntry[] {
  if (entries.length === 0) return [];
  const { engine } = direction;
  const side = otherSide(direction.targetName);
  const restored = restoreAccepted(object, entries, {
    shape: direction.source.shape,
    mayTry: trialsOf(object, entries, run),
    agrees: () => true,
    disagreements: () => [],
    faultsBeyond: faultsOf(direction.source, { engine, source, run }),
    idOf: (entry) => idOf(entry, engine, side),
    isRefused: (entry) => refused.has(entry.source),
    isWhereWritten: () => true,
    isAboveRuleOf: () => false,
    merge: () => undefined,
  });
  return whole(restored.heldBack, entries);
}

function idOf({ address }: KeptEntry, { lens }: LensEngine, side: Side): string {
  const { id } = locate(lens, side, address.steps);
  return address.part === "order" ? `${id}[]` : id;
}

/** Held-back entries with all others that stand in one entry with them: that stays as it is. */
function whole(
  heldBack: readonly StoredEntry[],
  entries: readonly StoredEntry[],
): readonly StoredEntry[] {
  if (heldBack.length === 0) return heldBack;
  const sources = sourcesOf(heldBack);
  return entries.filter(({ source }) => sources.has(source));
}

function sourcesOf(entries: readonly StoredEntry[]): ReadonlySet<StashedEntry> {
  if (entries.length === 0) return noSources;
  return new Set(entries.map(({ source }) => source));
}

const noSources: ReadonlySet<StashedEntry> = new Set();

/** Trials of one object: as many as honest objects need, and no more than a fixed multiple of its own bytes. */
const maxTrials = 16;

function trialsOf(object: JsonObject, entries: readonly StoredEntry[], run: Run): () => boolean {
  const { work, expired } = run.allowance;
  const units = roughSize(object) + entries.length * entryUnits;
  let left = maxTrials;
  return () => {
    if (left === 0 || expired() || !work.take(units)) return false;
    left -= 1;
    return true;
  };
}

/** What an entry adds to a trial, in bytes of an object. */
const entryUnits = 64;

interface Judging {
  readonly engine: LensEngine;
  readonly source: Convertible;
  readonly run: Run;
}

/** The faults that preserved values bring; until the version's validator is loaded, everything is at fault. */
function faultsOf(
  side: LensSide,
  { engine, source, run }: Judging,
): Judge<StoredEntry>["faultsBeyond"] {
  const { declared } = side;
  if (declared === undefined || engine.lens.data.entries === "any") return () => () => [];
  const validator = run.allowance.validators.of(declared);
  if (validator === undefined) return () => () => [[]];
  return faultsBeyond(validator, resourceOf(engine, side, source));
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

/** What stays in the annotations that it came in. */
interface Staying {
  readonly sorted: SortedAnnotations;
  readonly incoming: readonly StoredEntry[];
  readonly own: readonly StoredEntry[];
}

/** Annotations that leave, and the addresses of preserved values that did not fit. */
interface Stashed {
  readonly annotations: StringMap;
  readonly lost: readonly string[];
}

/** The annotations that a lens gives with those of the stash: what stays as it is, and what is preserved now. */
function withStash(
  plain: StringMap,
  kept: Entries,
  { engine, source, target }: Direction,
  { sorted, incoming, own }: Staying,
): Stashed {
  if (kept.size === 0 && isEmptyMap(sorted.stashed)) return { annotations: plain, lost: [] };
  const left = target.stash.remove(sorted.stashed, goneOf(sorted.incoming.entries, incoming));
  const staying = source.stash.remove(left, goneOf(sorted.own.entries, own));
  const values = kept.size === 0 ? [] : preservedValues(kept);
  const stashed = source.stash.add(staying, values);
  const annotations = isEmptyMap(stashed) ? plain : { ...plain, ...stashed };
  const added = new Set(values.map(({ unit }) => source.stash.nameIn(unit, staying)));
  const { group, kind } = engine;
  const fit = fitAnnotations({
    group,
    annotations,
    added,
    isHeldBack: (name) => Object.hasOwn(staying, name),
    isKnown: (name) => name === stashStart(group) || isKnownVersion(name, kind),
  });
  const lost = fit.lost.flatMap((name) => unitsIn(name, values, source.stash, staying));
  return { annotations: fit.annotations, lost };
}

/** True for the annotation of a version that a kind has. */
function isKnownVersion(name: string, { group, versions }: LensKind): boolean {
  return versions?.some((version) => name.startsWith(versionPrefix(group, version))) !== false;
}

/** What an annotation that is gone held: what was just preserved, or its name where that was for another version. */
function unitsIn(
  name: string,
  values: readonly PreservedValue[],
  stash: Stash,
  staying: StringMap,
): readonly string[] {
  const units = values.filter(({ unit }) => stash.nameIn(unit, staying) === name);
  return units.length === 0 ? [name] : [...new Set(units.map(({ unit }) => unit))];
}

/** Entries that leave: those applied or stale. Prints leave with the last entry of their list. */
function goneOf(
  entries: readonly StoredEntry[],
  staying: readonly StoredEntry[],
): readonly StashedEntry[] {
  const stays = sourcesOf(staying);
  const units = new Set(staying.map(unitOf));
  const isGone = (entry: StoredEntry): boolean =>
    !stays.has(entry.source) && !(entry.address.part === "prints" && units.has(unitOf(entry)));
  return [...sourcesOf(entries.filter(isGone))];
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
