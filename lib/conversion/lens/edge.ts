import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting.ts";
import { structuralForm } from "../../schema/structural-form.ts";
import type { Conversion, ConversionFault, Convertible, StringMap } from "../converter.ts";
import { Growth } from "../growth.ts";
import type { VersionEdge } from "../kind.ts";
import { holdsStash, type Stash, stashFault, stashFor } from "../stash.ts";
import { type Restored, restoreAccepted } from "./acceptance.ts";
import { resolve } from "./address.ts";
import { besideUnchanged, hasBeside, withPrints } from "./beside.ts";
import { type One, type Run, unreadable } from "./codec.ts";
import type { LensTools } from "./compilation.ts";
import { type CompiledLens, compileLens } from "./compile.ts";
import { isDeclared } from "./declared.ts";
import { type DropPass, dropPass } from "./drops.ts";
import { type KeptEntry, readEntries } from "./entry-tree.ts";
import { locate } from "./locate.ts";
import { aside, runFor, valueAt } from "./pass.ts";
import { otherSide, type Side } from "./placed.ts";
import { type Entries, residualOf } from "./residual.ts";
import type { LensData, RuleData } from "./rule.ts";
import type { SchemaNode } from "./schema-node.ts";
import { type ScopedLens, type ScopeRule, scopeLens } from "./scope.ts";
import { isLawful, isSeen } from "./seen.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** A kind's group and the schemas of its versions, as far as a lens needs them. */
export interface LensKind {
  readonly group: string;
  /** A version whose schema is not known: anything may stand in it. */
  readonly schemaOf: (version: string) => JsonObject | undefined;
}

/** A lens between two versions, made ready: what it needs of the schemas is laid out at its first use. */
export interface LensEngine {
  readonly group: string;
  readonly lens: ScopedLens;
  readonly sides: Readonly<Record<Side, LensSide>>;
  readonly compiled: CompiledLens;
  /** Some rule names a label or an annotation. */
  readonly usesMetadata: boolean;
  /** No rule may say the same of what is not the same. */
  readonly isLawful: boolean;
  /** Some kept values count only beside another. */
  readonly hasBeside: boolean;
}

/** A lens with its two directions laid out. */
interface ReadyLens extends LensEngine {
  readonly there: Direction;
  readonly back: Direction;
}

interface LensSide {
  readonly version: string;
  readonly schema: SchemaNode;
  readonly shape: Shape;
  readonly stash: Stash;
  readonly withoutDrops: DropPass | undefined;
}

/** Makes a lens ready. Throws TypeError with every fault where its rules cannot be placed. */
export function lensEngine(kind: LensKind, data: LensData, tools: LensTools = {}): LensEngine {
  const lens = scopeLens(data);
  if (lens.faults.length > 0) {
    const texts = lens.faults.map(({ code, path, message }) => `- ${code} ${path} ${message}`);
    throw new TypeError(`the lens from ${data.from} to ${data.to} is broken:\n${texts.join("\n")}`);
  }
  const side = (name: Side): LensSide => {
    const version = data[name];
    const schema = schemaNode(kind.schemaOf(version));
    return {
      version,
      schema,
      shape: shapeOf(lens, name, schema),
      stash: stashFor(kind.group, version, {
        packed: data.stash === "packed",
        codec: tools.codec,
      }),
      withoutDrops: dropPass(lens, name),
    };
  };
  const sides = { from: side("from"), to: side("to") };
  const schemas = { from: sides.from.schema, to: sides.to.schema };
  return {
    group: kind.group,
    lens,
    sides,
    compiled: compileLens(lens, schemas, tools),
    usesMetadata: lens.root.rules.some(namesMetadata),
    hasBeside: hasBeside(lens),
    isLawful: isLawful(lens),
  };
}

function namesMetadata({ from, to, reads }: ScopeRule): boolean {
  return [...from, ...to, ...reads.from, ...reads.to].some(([key]) => key === "metadata");
}

function schemaNode(schema: JsonObject | undefined): SchemaNode {
  return schema === undefined ? "free" : structuralForm(schema);
}

/** The conversion that a lens says, both ways, with what neither side can say of the other kept in the stash. */
export function lensEdge(kind: LensKind, data: LensData, tools?: LensTools): VersionEdge {
  let ready: ReadyLens | undefined;
  const get = (): ReadyLens => {
    if (ready === undefined) {
      const engine = lensEngine(kind, data, tools);
      const [there, back] = [directionOf(engine, "from"), directionOf(engine, "to")];
      ready = { ...engine, there, back };
    }
    return ready;
  };
  return {
    from: data.from,
    to: data.to,
    inexact: inexactRules(data.rules),
    forward: (source, growth) => convert(get(), "from", source, growth),
    backward: (source, growth) => convert(get(), "to", source, growth),
  };
}

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

/** One direction, at work. */
interface Direction {
  readonly engine: LensEngine;
  readonly source: LensSide;
  readonly target: LensSide;
  readonly targetName: Side;
  readonly there: One;
  readonly back: One;
}

function directionOf(engine: LensEngine, from: Side): Direction {
  const { forward, backward } = engine.compiled;
  const targetName = otherSide(from);
  return {
    engine,
    source: engine.sides[from],
    target: engine.sides[targetName],
    targetName,
    there: from === "from" ? forward : backward,
    back: from === "from" ? backward : forward,
  };
}

/**
 * Converts an object: the image under the lens, completed by what was kept for the target where that still fits, with
 * what the target cannot say of the source kept in annotations.
 */
function convert(
  engine: ReadyLens,
  from: Side,
  source: Convertible,
  growth: Growth,
): Result<Conversion, ConversionFault> {
  const direction = from === "from" ? engine.there : engine.back;
  const incoming = sift(source.annotations, direction.target, engine);
  const own = sift(incoming.annotations, direction.source, engine);
  const object = engine.usesMetadata ? withMetadata(source, own.annotations) : source.body;
  const run = runFor(source, growth);
  const image = direction.there(object, run);
  if (run.fault !== undefined) return err(run.fault);
  if (image === unreadable || !isObject(image)) {
    return err({ path: "", message: "the lens cannot read this object" });
  }
  const restored = restoredImage(image, object, incoming.entries, direction, run);
  const kept = run.residual ? residual(object, restored.object, direction, run) : nothing;
  const result = conversionOf(restored.object, source, own.annotations, {
    ...direction,
    kept: own.parked.size === 0 ? kept : new Map([...own.parked, ...kept]),
    parked: incoming.parked,
  });
  const fault = stashFault(engine.group, result.annotations, kept);
  if (fault !== undefined) return err({ path: "metadata.annotations", message: fault });
  const foreign = incoming.foreign + own.parked.size;
  if (run.unread.length + restored.stale + foreign === 0) return ok(result);
  return ok({ ...result, remarks: { unread: run.unread, stale: restored.stale, foreign } });
}

const nothing: Entries = new Map();

/** What was kept for one side. */
interface Incoming {
  readonly entries: readonly KeptEntry[];
  /** What the side's schema does not declare or refuses: not applied, and not thrown away either. */
  readonly parked: Entries;
  readonly annotations: StringMap;
  readonly foreign: number;
}

function sift(
  given: StringMap,
  { schema, stash }: LensSide,
  { group, lens }: LensEngine,
): Incoming {
  if (!holdsStash(given, group)) return nothingIn(given);
  const taken = stash.take(given);
  const { kept, foreign } = readEntries(taken.entries);
  const mayApply = (entry: KeptEntry): boolean =>
    lens.data.entries === "any" || isDeclared(schema, entry);
  const refused = kept.filter((entry) => !mayApply(entry));
  const parked = [...refused, ...kept.filter((entry) => isNeeded(entry, refused))];
  return {
    entries: kept.filter(mayApply),
    parked: new Map(parked.map(({ text, entry }) => [text, entry])),
    annotations: taken.annotations,
    foreign: taken.foreign + foreign + refused.length,
  };
}

function nothingIn(annotations: StringMap): Incoming {
  return { entries: [], parked: nothing, annotations, foreign: 0 };
}

/** The prints of a list stay with what is kept for its items. */
function isNeeded({ text, address }: KeptEntry, parked: readonly KeptEntry[]): boolean {
  return (
    address.part === "prints" && parked.some((entry) => entry.text.startsWith(text.slice(0, -1)))
  );
}

/** The body, with labels and annotations under `metadata` where there are any. */
function withMetadata({ body, labels }: Convertible, annotations: StringMap): JsonObject {
  const parts = {
    ...(isEmpty(labels) ? {} : { labels }),
    ...(isEmpty(annotations) ? {} : { annotations }),
  };
  return isEmpty(parts) ? body : { ...body, metadata: parts };
}

function isEmpty(map: object): boolean {
  for (const _ in map) return false;
  return true;
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

/** What is on the table: the object, its image, and what that says at home, worked out when asked for. */
interface Table {
  readonly object: JsonObject;
  readonly base: JsonObject;
  readonly home: () => JsonObject | undefined;
}

function tableOf(object: JsonObject, image: JsonObject, { back }: Direction, run: Run): Table {
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
 * there than the bare image does, that is what is on the table. Also as the server will see it, which may have filled in
 * its defaults meanwhile.
 */
function agrees(
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
  const own = { completed, base };
  if (isSeen({ said, without, table: object, ...own }, audience)) return true;
  const fill = (body: JsonObject): JsonObject => filled(body, source.schema);
  const seen = { said: fill(said), without: fill(without), table: fill(object), ...own };
  return isSeen(seen, audience);
}

/** One direction tried out; undefined where the object cannot be converted. */
function pure(pass: One, object: JsonObject, run: Run): JsonObject | undefined {
  const trial = runFor(run, new Growth());
  const image = pass(object, trial);
  if (image === unreadable || trial.fault !== undefined || !isObject(image)) return undefined;
  return withoutEmptyMetadata(image);
}

/** No labels or annotations are as good as empty ones: a rule that took the last of them leaves nothing to compare. */
function withoutEmptyMetadata(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  if (!isObject(metadata)) return object;
  const { metadata: _, ...body } = object;
  const maps = Object.entries(metadata).filter(([, map]) => !isObject(map) || !isEmpty(map));
  return maps.length === 0 ? body : { ...body, metadata: Object.fromEntries(maps) };
}

/** A body as the server fills it in; the very same where nothing is to fill. Metadata has no defaults. */
function filled(object: JsonObject, schema: SchemaNode): JsonObject {
  return typeof schema === "string" ? object : applyDefaults(object, schema);
}

function residual(
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

interface Stashing extends Direction {
  readonly kept: Entries;
  readonly parked: Entries;
}

function conversionOf(
  object: JsonObject,
  { labels }: Convertible,
  annotations: StringMap,
  { engine, source, target, kept, parked }: Stashing,
): Conversion & { readonly annotations: StringMap } {
  const stashed = (map: StringMap): StringMap =>
    kept.size + parked.size === 0
      ? map
      : parked.size === 0
        ? source.stash.put(map, kept)
        : target.stash.put(source.stash.put(map, kept), parked);
  if (!engine.usesMetadata) return { body: object, annotations: stashed(annotations) };
  const metadata = member(object, "metadata");
  if (metadata === undefined) return { body: object, labels: {}, annotations: stashed({}) };
  const { metadata: _, ...body } = object;
  return {
    body,
    labels: stringsAt(metadata, "labels", labels),
    annotations: stashed(stringsAt(metadata, "annotations", annotations)),
  };
}

/** The labels or annotations that a lens gives; the very ones it got where they are the same. */
function stringsAt(metadata: JsonValue, field: string, before: StringMap): StringMap {
  const map = valueAt(metadata, [field]);
  if (map === before) return before;
  if (!isObject(map)) return {};
  const strings: Record<string, string> = {};
  for (const [key, value] of Object.entries(map)) {
    if (typeof value === "string") strings[key] = value;
  }
  return strings;
}
