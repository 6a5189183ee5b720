import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { JsonValue } from "../../json/value.ts";
import { startsWith } from "../../lens/language/path.ts";
import { satisfiesSchema } from "../draw/validity.ts";
import { bodyOfValue } from "../rules/set-value.ts";
import { isAllowed } from "./body-differences.ts";
import type { FieldFlow, FieldFlows, FieldTrial } from "./field-flows.ts";
import type { FieldPair } from "./field-pair.ts";
import type { FieldPlace } from "./field-places.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { observeBodies } from "./observed-bodies.ts";
import type { ObservedValues, ValuePair } from "./observed-values.ts";
import { structuredPairs } from "./structured-pairs.ts";
import { measuredNumbers, measuredTexts } from "./trial-values.ts";
import { inferValueRule, isUnchanged } from "./value-rules.ts";

/** A field of one version whose value changes nothing in the other version. */
export interface UnpairedField {
  readonly side: Side;
  readonly place: FieldPlace;
}

/** A field for which no rule could be inferred, with the reason. */
export interface UnresolvedField {
  readonly side: Side;
  /** The text of the field's path. */
  readonly text: string;
  readonly reason: string;
  /** A trial with a converted object, as an example; undefined if no object was converted. */
  readonly trial: FieldTrial | undefined;
}

/** What the trials show about the fields of two versions. */
export interface FieldFindings {
  readonly pairs: readonly FieldPair[];
  readonly lone: readonly UnpairedField[];
  readonly open: readonly UnresolvedField[];
}

/** Finds the counterpart of each leaf in the other version and the rule between them, or that the leaf has no counterpart. */
export function findFields(versions: LearnedVersions, all: FieldFlows): FieldFindings {
  const structured = structuredPairs(versions, all);
  const flows = {
    from: flowsApart(all, "from", structured),
    to: flowsApart(all, "to", structured),
  };
  const couples = exclusivePairs(flows);
  const measured = measuredPairs(versions, couples);
  const pairs: FieldPair[] = [...structured];
  const open: UnresolvedField[] = [];
  for (const [index, { from, to }] of couples.entries()) {
    const observed = observedValues(from, to, measured.get(index));
    const schemas = { from: from.place.node, to: to.place.node };
    const pair = { from: from.place, to: to.place };
    if (observed === undefined) open.push(openField("from", from, "becomes several values"));
    else if (isUnchanged(schemas, observed)) pairs.push({ ...pair, rule: undefined });
    else {
      const rule = inferValueRule(schemas, observed);
      if (rule !== undefined) pairs.push({ ...pair, rule });
      else {
        const reason = `becomes ${to.place.text}, by a rule that is not known`;
        open.push(openField("from", from, reason));
      }
    }
  }
  const taken: Record<Side, Set<string>> = { from: new Set(), to: new Set() };
  for (const { from, to } of couples) {
    taken.from.add(from.place.text);
    taken.to.add(to.place.text);
  }
  const lone: UnpairedField[] = [];
  for (const side of sides) {
    for (const flow of flows[side].values()) {
      if (taken[side].has(flow.place.text)) continue;
      const reason = openReason(versions, flows, side, flow);
      if (reason === undefined) lone.push({ side, place: flow.place });
      else open.push(openField(side, flow, reason));
    }
  }
  return { pairs, lone, open };
}

/** The flows of the leaves that are not at or below a place of these pairs. */
function flowsApart(flows: FieldFlows, side: Side, pairs: readonly FieldPair[]): FieldFlows[Side] {
  return new Map(
    [...flows[side]].filter(
      ([, { place }]) => !pairs.some((pair) => startsWith(place.path, pair[side].path)),
    ),
  );
}

/** Two leaves, one of each version, each of which changes only the other. */
interface ExclusivePair {
  readonly from: FieldFlow;
  readonly to: FieldFlow;
}

function exclusivePairs(flows: FieldFlows): readonly ExclusivePair[] {
  return [...flows.from.values()].flatMap((from) => {
    const to = onlyTarget(from, flows.to);
    return to !== undefined && onlyTarget(to, flows.from) === from ? [{ from, to }] : [];
  });
}

function onlyTarget(
  { targets }: FieldFlow,
  flows: ReadonlyMap<string, FieldFlow>,
): FieldFlow | undefined {
  const [target, ...others] = targets;
  return target === undefined || others.length > 0 ? undefined : flows.get(target);
}

/**
 * Why no rule can be inferred for a leaf without a counterpart. Undefined for a leaf that needs a `keep` rule: only the version
 * `side` has the leaf, it changes nothing in the other version, and nothing in the other version changes it.
 */
function openReason(
  versions: LearnedVersions,
  flows: FieldFlows,
  side: Side,
  { place, trials, targets }: FieldFlow,
): string | undefined {
  const target = versions[otherSide(side)];
  const [refused] = trials;
  if (trials.every(({ leaves }) => leaves === undefined)) {
    return refused?.refusal === undefined
      ? "was not tried"
      : `is refused alone: ${refused.refusal}`;
  }
  if (targets.size > 0) {
    const names = [...targets].slice(0, maxNamedFields).join(" and ");
    return `changes ${names}${targets.size > maxNamedFields ? ` and ${targets.size - maxNamedFields} more` : ""}`;
  }
  const sources = [...flows[otherSide(side)].values()].filter((flow) =>
    flow.targets.has(place.text),
  );
  if (sources.length > 0) {
    const names = sources.slice(0, maxNamedFields).map((flow) => flow.place.text);
    return `comes from ${names.join(" and ")}, and changes nothing in ${target.name}`;
  }
  return target.places.has(place.text) ? `is lost, though ${target.name} has it` : undefined;
}

/**
 * The most fields that a sentence names. The number is a choice: a field with an effect on more is hardly covered by one rule.
 */
const maxNamedFields = 3;

function openField(side: Side, { place, trials }: FieldFlow, reason: string): UnresolvedField {
  return {
    side,
    text: place.text,
    reason,
    trial: trials.find(({ leaves }) => leaves !== undefined),
  };
}

/** The values of two places with the values that they became; undefined if one value became several. */
function observedValues(
  from: FieldFlow,
  to: FieldFlow,
  more: Readonly<Record<Side, readonly FieldTrial[]>> | undefined,
): ObservedValues | undefined {
  const one = valuePairs(from, to.place, more?.from);
  const other = valuePairs(to, from.place, more?.to);
  return one === undefined || other === undefined ? undefined : { from: one, to: other };
}

function valuePairs(
  { base, baseValue, trials }: FieldFlow,
  target: FieldPlace,
  more: readonly FieldTrial[] = [],
): readonly ValuePair[] | undefined {
  const pairs: ValuePair[] = [];
  const all = [...trials, ...more].flatMap(({ value, leaves }) =>
    leaves === undefined ? [] : [[value, leaves] as const],
  );
  for (const [value, leaves] of [
    ...(base === undefined ? [] : [[baseValue, base] as const]),
    ...all,
  ]) {
    const found = leaves.values.get(target.text) ?? [];
    if (found.length > 1) return undefined;
    if (isAllowed(target.node, found[0])) pairs.push([value, found[0]]);
  }
  return pairs;
}

/** For each pair of a number and another type: trials with values that tell units apart. Key: the index in `couples`. */
function measuredPairs(
  versions: LearnedVersions,
  couples: readonly ExclusivePair[],
): ReadonlyMap<number, Readonly<Record<Side, readonly FieldTrial[]>>> {
  const wanted = couples.flatMap((couple, index) =>
    isMeasured(couple) ? [{ couple, index }] : [],
  );
  const trialsOfSide = (side: Side): readonly (readonly FieldTrial[])[] =>
    trialsAt(
      versions,
      side,
      wanted.map(({ couple }) => couple[side].place),
    );
  const [from, to] = [trialsOfSide("from"), trialsOfSide("to")];
  return new Map(
    wanted.map(({ index }, at) => [index, { from: from[at] ?? [], to: to[at] ?? [] }]),
  );
}

function isMeasured({ from, to }: ExclusivePair): boolean {
  const [type, other] = [from.place.node.type, to.place.node.type];
  const isNumeric = (each: string): boolean => each === "integer" || each === "number";
  return type !== other && (isNumeric(type) || isNumeric(other));
}

function trialsAt(
  versions: LearnedVersions,
  side: Side,
  places: readonly FieldPlace[],
): readonly (readonly FieldTrial[])[] {
  const tried = places.map(({ node, path }) =>
    (node.type === "string" || node.x.intOrString ? measuredTexts : measuredNumbers)
      .filter((value) => satisfiesSchema(node, value))
      .map((value: JsonValue) => ({
        value,
        body: bodyOfValue(versions[side].schema, path, value),
      })),
  );
  const results = observeBodies(
    versions,
    side,
    tried.flat().map(({ body }) => body),
  )[Symbol.iterator]();
  return tried.map((all) =>
    all.map((each) => {
      const { value: observed } = results.next();
      return { ...each, converted: undefined, leaves: undefined, refusal: undefined, ...observed };
    }),
  );
}
