import type { Convertible } from "../../converter/converter.ts";
import { otherSide, type Side } from "../../converter/side.ts";
import { roughSize } from "../../json/size.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { ConversionRun } from "../ops/codec.ts";
import { opOf } from "../ops/registry.ts";
import { trialRun } from "../ops/run-state.ts";
import { resolve, stepKey } from "../place/address.ts";
import { isAboveRuleOf, locate, locatePart } from "../place/locate.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";
import type { LensDirection, LensEngine, LensSide } from "../run/engine.ts";
import { restoreAccepted } from "./acceptance.ts";
import { withUnchangedCompanion } from "./companions.ts";
import type { EntryChecks } from "./entry-checks.ts";
import { type AddressedEntry, type StoredEntry, sourcesOf } from "./entry-tree.ts";
import { unitOf } from "./folded-entries.ts";
import { resourceOf } from "./resource-of.ts";
import { imageOf, RoundTripCheck, withDefaults } from "./round-trip.ts";
import type { SideEntries } from "./sorted-annotations.ts";

/** An object with its bare image. */
interface ObjectAndImage {
  readonly object: JsonObject;
  readonly image: JsonObject;
  readonly source: Convertible;
}

interface RestoredImage {
  readonly object: JsonObject;
  readonly stale: number;
  readonly heldBack: readonly StoredEntry[];
}

/** An image with the preserved values that still fit. */
export function restoredImage(
  { object, image, source }: ObjectAndImage,
  { entries, refused }: SideEntries,
  direction: LensDirection,
  run: ConversionRun,
): RestoredImage {
  if (entries.length === 0) return { object: image, stale: 0, heldBack: [] };
  const { engine, target, targetName } = direction;
  const filled = withDefaults(object, direction.source.schema);
  const areCompared =
    engine.hasCompanions || entries.some(({ address }) => address.part === "fingerprints");
  const defaulted =
    filled === object || !areCompared ? image : (imageOf(filled, direction, run) ?? image);
  const fitting = engine.hasCompanions
    ? withUnchangedCompanion(entries, {
        lens: engine.lens,
        side: targetName,
        own: defaulted,
        other: filled,
        bare: defaulted,
      })
    : entries;
  const check = new RoundTripCheck({ object, image }, direction, run);
  const restored = restoreAccepted({ base: image, defaulted }, fitting, {
    keySchema: target.keySchema,
    mayTry: trialsOf(image, entries, run),
    agrees: (completed) => check.agrees(completed),
    disagreements: (completed) => check.disagreements(completed),
    faultsBeyond: faultsOf(target, { engine, source, run }),
    idOf: (entry) => idOf(entry, engine, targetName),
    isHiddenOrder: (entry) => isHiddenOrder(entry, engine, targetName),
    isRefused: (entry) => refused.has(entry.source),
    isInOwnAnnotation: (entry) => target.stash.isOwn(entry.source.annotation, unitOf(entry)),
    isAboveRuleOf: (outer, inner) =>
      isAboveRuleOf(engine.lens, targetName, outer.address.steps, inner.address.steps),
    merge: (entry, base) => merged(entry, base, direction, run),
  });
  const { heldBack } = restored;
  const stale = restored.stale.length + entries.length - fitting.length;
  return { object: restored.object, stale, heldBack: withSameSource(heldBack, fitting) };
}

/**
 * The entries for the object's own version that stay: those that its schema refuses, and the others of their rules, which
 * mean something only together. All others are outdated.
 */
export function ownHeldBack(
  { object, source }: Omit<ObjectAndImage, "image">,
  { entries, refused }: SideEntries,
  direction: LensDirection,
  run: ConversionRun,
): readonly StoredEntry[] {
  if (entries.length === 0) return [];
  const { engine } = direction;
  const side = otherSide(direction.targetName);
  const restored = restoreAccepted({ base: object, defaulted: object }, entries, {
    keySchema: direction.source.keySchema,
    mayTry: trialsOf(object, entries, run),
    agrees: () => true,
    disagreements: () => [],
    faultsBeyond: faultsOf(direction.source, { engine, source, run }),
    idOf: (entry) => idOf(entry, engine, side),
    isHiddenOrder: (entry) => isHiddenOrder(entry, engine, side),
    isRefused: (entry) => refused.has(entry.source),
    isInOwnAnnotation: () => true,
    isAboveRuleOf: () => false,
    merge: () => undefined,
  });
  const refusedIds = new Set(restored.heldBack.map((entry) => idOf(entry, engine, side)));
  const heldBack = entries.filter((entry) => refusedIds.has(idOf(entry, engine, side)));
  return withSameSource(heldBack, entries);
}

/** True for a rule that reads the items of a list one by one: what is preserved of one may fit where that of another does not. */
function readsByKey({ data }: ScopeRule, side: Side): boolean {
  if (data === undefined) return false;
  const op = opOf(data);
  return op.kind === "joint" && op.keys?.(data, side) !== undefined;
}

/** True for the order of items that are the values of a map, or fields, in the other version. */
function isHiddenOrder({ address }: AddressedEntry, { lens }: LensEngine, side: Side): boolean {
  if (address.part !== "order") return false;
  const { rule, below } = locatePart(lens, side, address.steps);
  if (rule?.data === undefined || below.length > 0) return false;
  const op = opOf(rule.data);
  return op.kind === "value" ? op.keys !== undefined : readsByKey(rule, side);
}

function idOf({ address }: AddressedEntry, { lens }: LensEngine, side: Side): string {
  const { id, rule, below } = locatePart(lens, side, address.steps);
  const [first] = below;
  const item = first?.type === "item" && rule !== undefined && readsByKey(rule, side);
  if (item === true) return `${id}/${stepKey(first)}`;
  return address.part === "order" ? `${id}[]` : id;
}

/** Held-back entries with all others of the same stashed entry, which stays as a whole. */
function withSameSource(
  heldBack: readonly StoredEntry[],
  entries: readonly StoredEntry[],
): readonly StoredEntry[] {
  if (heldBack.length === 0 || heldBack.length === entries.length) return heldBack;
  const sources = sourcesOf(heldBack);
  return entries.filter(({ source }) => sources.has(source));
}

/** Trials of one object: enough for honest objects, and a fixed multiple of the object's size for forged ones. */
const maxTrials = 16;

function trialsOf(
  object: JsonObject,
  entries: readonly StoredEntry[],
  run: ConversionRun,
): (reserved?: number) => boolean {
  const { work, expired } = run.allowance;
  const units = roughSize(object) + entries.length * entryUnits;
  let left = maxTrials;
  return (reserved = 0) => {
    if (left <= reserved || expired() || !work.take(units)) return false;
    left -= 1;
    return true;
  };
}

/** The cost of an entry in a trial, in bytes of an object. */
const entryUnits = 64;

interface ValidationContext {
  readonly engine: LensEngine;
  readonly source: Convertible;
  readonly run: ConversionRun;
}

/** The schema faults that preserved values cause. Without a loaded validator every image counts as faulty. */
function faultsOf(
  side: LensSide,
  { engine, source, run }: ValidationContext,
): EntryChecks<StoredEntry>["faultsBeyond"] {
  const { declared } = side;
  if (declared === undefined) return () => () => [];
  const validator = run.allowance.validators.of(declared);
  if (validator === undefined) return () => () => [[]];
  const whole = resourceOf(engine, side, source);
  return (base) => {
    const faultsIn = validator.faultsBeyond(whole(base), side.keySchema);
    return (completed) => faultsIn(whole(completed));
  };
}

/** The current value merged with an entry's, where its rule can merge. */
function merged(
  { address, entry: [old] }: AddressedEntry,
  base: JsonObject,
  { engine, targetName }: LensDirection,
  run: ConversionRun,
): JsonValue | undefined {
  const { rule, below } = locate(engine.lens, targetName, address.steps);
  const merger = rule === undefined ? undefined : engine.compiled.merges.get(rule);
  const current = resolve(base, address.steps);
  if (merger?.side !== targetName || below.length > 0) return undefined;
  if (old === undefined || old === null || current === undefined || current === null)
    return undefined;
  return merger.merge(old, current, trialRun(run));
}
