import type { ConverterInput } from "../../converter/converter.ts";
import { otherSide, type Side } from "../../converter/side.ts";
import { lazily } from "../../json/lazily.ts";
import { roughSize } from "../../json/size.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { RuleData } from "../language/rule.ts";
import type { ConversionRun } from "../ops/codec.ts";
import { opOf } from "../ops/registry.ts";
import { trialRun } from "../ops/run-state.ts";
import { stepKey } from "../place/address.ts";
import { resolveAddress } from "../place/addressed-value.ts";
import { isAboveRuleOf, locateInnerRule, locateRule } from "../place/locate-rule.ts";
import type { ScopedLens } from "../place/scoped-lens.ts";
import type { LensEngine } from "../run/engine.ts";
import type { SideEntries } from "./classified-annotations.ts";
import { entriesWithUnchangedCompanions } from "./companions.ts";
import type { EntryChecks } from "./entry-checks.ts";
import { type AddressedEntry, type StoredEntry, storedEntriesOf } from "./entry-tree.ts";
import { stashUnitOf } from "./folded-entries.ts";
import type { PreservingDirection, PreservingSide } from "./preserving-direction.ts";
import { resourceOf } from "./resource-of.ts";
import { restoreAccepted } from "./restore-accepted.ts";
import { imageOf, RoundTripCheck, withDefaults } from "./round-trip.ts";

/** An object with its image before preserved values are applied. */
export interface ObjectAndImage {
  readonly object: JsonObject;
  readonly image: JsonObject;
  readonly source: ConverterInput;
}

interface RestoredImage {
  readonly object: JsonObject;
  readonly stale: number;
  readonly heldBack: readonly StoredEntry[];
}

/** Applies the preserved values that still fit to an image. */
export function restoredImage(
  { object, image, source }: ObjectAndImage,
  own: SideEntries,
  direction: PreservingDirection,
  run: ConversionRun,
): RestoredImage {
  const { entries } = own;
  if (entries.length === 0) return { object: image, stale: 0, heldBack: [] };
  const { engine, target, targetName } = direction;
  const filled = withDefaults(object, direction.source.schema);
  const areCompared =
    direction.hasCompanions || entries.some(({ address }) => address.part === "fingerprints");
  const defaulted =
    filled === object || !areCompared ? image : (imageOf(filled, direction, run) ?? image);
  const fitting = direction.hasCompanions
    ? entriesWithUnchangedCompanions(entries, {
        lens: engine.lens,
        side: targetName,
        sideValue: defaulted,
        otherValue: filled,
        image: defaulted,
      })
    : entries;
  const check = new RoundTripCheck({ object, image }, direction, run);
  const restored = restoreAccepted({ image, defaulted }, fitting, {
    keySchema: target.keySchema,
    mayTry: trialsOf(image, entries, run),
    agrees: (completed) => check.agrees(completed),
    disagreements: (completed) => check.disagreements(completed),
    faultsBeyond: faultsOf(target, { engine, source, run }),
    ...entryTests(engine, targetName, own),
    isInOwnAnnotation: (entry) => target.stash.isOwn(entry.source.annotation, stashUnitOf(entry)),
    isAboveRuleOf: (outer, inner) =>
      isAboveRuleOf(engine.lens, targetName, outer.address.steps, inner.address.steps),
    merge: (entry) => mergedValue(entry, image, direction, run),
  });
  const { heldBack } = restored;
  const stale = restored.stale.length + entries.length - fitting.length;
  return { object: restored.object, stale, heldBack: withSameSource(heldBack, fitting) };
}

/**
 * The entries for the source version that remain: those that its schema refuses, and the others of the same rules, since they are
 * useful only together. All others are outdated.
 */
export function heldBackEntries(
  { object, source }: Omit<ObjectAndImage, "image">,
  own: SideEntries,
  direction: PreservingDirection,
  run: ConversionRun,
): readonly StoredEntry[] {
  const { entries } = own;
  if (entries.length === 0) return [];
  const { engine } = direction;
  const side = otherSide(direction.targetName);
  const tests = entryTests(engine, side, own);
  const { ruleOf } = tests;
  const restored = restoreAccepted({ image: object, defaulted: object }, entries, {
    keySchema: direction.source.keySchema,
    mayTry: trialsOf(object, entries, run),
    agrees: () => true,
    disagreements: () => undefined,
    faultsBeyond: faultsOf(direction.source, { engine, source, run }),
    ...tests,
    isInOwnAnnotation: () => true,
    isAboveRuleOf: () => false,
    merge: () => undefined,
  });
  const refusedIds = new Set(restored.heldBack.map(ruleOf));
  const heldBack = entries.filter((entry) => refusedIds.has(ruleOf(entry)));
  return withSameSource(heldBack, entries);
}

/**
 * True for a rule between fields and a list whose items it finds by key: a preserved value of one item may fit even if that of
 * another does not.
 */
function readsByKey(data: RuleData, side: Side): boolean {
  const op = opOf(data);
  return op.kind === "joint" && op.keys?.(data, side) !== undefined;
}

/** The functions that group entries, and those that test each entry by itself. */
function entryTests(
  { lens }: LensEngine,
  side: Side,
  { refused }: SideEntries,
): Pick<EntryChecks<StoredEntry>, "idOf" | "ruleOf" | "isHiddenOrder" | "isRefused"> {
  const idOf = ({ address: { part, steps } }: AddressedEntry, isApart: boolean): string => {
    // Unless `isApart`, the parts of a value belong together: if one part can't be parsed, the whole value can't be.
    const { id, rule, below } = (isApart ? locateInnerRule : locateRule)(lens, side, steps);
    const data = rule?.data;
    const [first] = below;
    if (first?.type === "item" && data && readsByKey(data, side)) {
      return `${id}/${stepKey(first)}`;
    }
    // An edit at one path of a hook doesn't make the values at its other paths stale.
    if (isApart && data?.op === "hook") {
      return steps
        .slice(0, steps.length - below.length)
        .map(stepKey)
        .join();
    }
    return part === "order" ? `${id}[]` : id;
  };
  return {
    idOf: (entry) => idOf(entry, true),
    ruleOf: (entry) => idOf(entry, false),
    isHiddenOrder: (entry) => isHiddenOrder(entry, lens, side),
    isRefused: (entry) => refused.has(entry.source),
  };
}

/** True for an entry that preserves the order of a list whose items are values of a map, or fields, in the other version. */
function isHiddenOrder({ address }: AddressedEntry, lens: ScopedLens, side: Side): boolean {
  if (address.part !== "order") return false;
  const { rule, below } = locateInnerRule(lens, side, address.steps);
  const data = rule?.data;
  if (data === undefined || below.length > 0) return false;
  const op = opOf(data);
  return op.kind === "value" ? op.keys !== undefined : readsByKey(data, side);
}

/** Held-back entries together with all others of the same stored entry, which stays as a whole. */
function withSameSource(
  heldBack: readonly StoredEntry[],
  entries: readonly StoredEntry[],
): readonly StoredEntry[] {
  if (heldBack.length === 0 || heldBack.length === entries.length) return heldBack;
  const sources = storedEntriesOf(heldBack);
  return entries.filter(({ source }) => sources.has(source));
}

/**
 * The most trials for one object. That is enough for entries of real conversions, and limits the work for forged ones. The
 * number is a choice: each trial converts the object back once more.
 */
const maxTrials = 16;

function trialsOf(
  object: JsonObject,
  entries: readonly StoredEntry[],
  run: ConversionRun,
): () => boolean {
  const { work, expired } = run.allowance;
  const units = roughSize(object) + entries.length * entryUnits;
  let left = maxTrials;
  return () => {
    if (left === 0 || expired() || !work.take(units)) return false;
    left -= 1;
    return true;
  };
}

/**
 * The cost of an entry in a trial, in bytes of an object. The number is a choice: about the size of a short entry with its
 * address.
 */
const entryUnits = 64;

interface ValidationContext {
  readonly engine: LensEngine;
  readonly source: ConverterInput;
  readonly run: ConversionRun;
}

/**
 * The schema faults that preserved values cause, and that the server's defaults don't mend. While the validator is not loaded, every
 * completed image counts as faulty.
 */
function faultsOf(
  side: PreservingSide,
  { engine, source, run }: ValidationContext,
): EntryChecks<StoredEntry>["faultsBeyond"] {
  const { declared } = side;
  if (declared === undefined) return () => () => [];
  const validator = run.allowance.validators.of(declared);
  if (validator === undefined) return () => () => [[]];
  const whole = resourceOf(engine, side, source);
  return (before) => {
    const faultsIn = validator.faultsBeyond(whole(before), side.keySchema);
    const defaulted = lazily(() =>
      validator.faultsBeyond(whole(withDefaults(before, side.schema)), side.keySchema),
    );
    return (completed) => {
      const faults = faultsIn(whole(completed));
      return faults.length === 0
        ? faults
        : defaulted()(whole(withDefaults(completed, side.schema)));
    };
  };
}

/** The preserved value merged with the current one, if the rule can merge them. */
function mergedValue(
  { address, entry: [old] }: AddressedEntry,
  image: JsonObject,
  { engine, targetName }: PreservingDirection,
  run: ConversionRun,
): JsonValue | undefined {
  const { rule, below } = locateRule(engine.lens, targetName, address.steps);
  const merger = rule === undefined ? undefined : engine.compiled.merges.get(rule);
  const current = resolveAddress(image, address.steps);
  if (merger?.side !== targetName || below.length > 0) return undefined;
  if (old === undefined || old === null || current === undefined || current === null)
    return undefined;
  return merger.merge(old, current, trialRun(run));
}
