import { otherSide, type Side, sides } from "../../../converter/side.ts";
import type { Fill } from "../../../lens/language/absence.ts";
import { eachItem, eachValue, type Path, pathText } from "../../../lens/language/path.ts";
import type { FirstSource } from "../../../lens/language/rule.ts";
import type { FieldFlow, FieldFlows } from "../field-flows.ts";
import type { FieldPlace } from "../field-places.ts";
import { isZeroValue } from "../leaf-values.ts";
import type { LearnedVersions } from "../learned-versions.ts";
import { observedValuePairs } from "../structured-pairs.ts";
import { inferValueRule } from "../value-rules.ts";
import { sourceByRule } from "./first-source-of-rule.ts";
import type { JointCandidate, JointRuleBuilder } from "./joint-candidate.ts";

/** The most source fields of a `first` rule. All their orders are tried: six for three fields, but already 24 for four. */
const maxSources = 3;

/** `first` rules for each field that is changed by several fields of the other version. */
export function firstCandidates(
  versions: LearnedVersions,
  flows: FieldFlows,
): readonly JointCandidate[] {
  return sides.flatMap((side) =>
    [...sourcesByTarget(flows, side)].flatMap(([text, sources]) => {
      const target = versions[otherSide(side)].places.get(text);
      const returning = flows[otherSide(side)].get(text)?.targets ?? new Set();
      if (target === undefined || sources.length < 2 || sources.length > maxSources) return [];
      const group = withEqualDepths(versions, side, { target, sources, returning });
      const candidate = group === undefined ? undefined : candidateOf(versions, side, group);
      return candidate === undefined ? [] : [candidate];
    }),
  );
}

/** Key: the path of a field of the other version. Value: the fields of the version `side` that change only this field. */
function sourcesByTarget(flows: FieldFlows, side: Side): ReadonlyMap<string, readonly FieldFlow[]> {
  const single = [...flows[side].values()].filter(({ targets }) => targets.size === 1);
  return Map.groupBy(single, ({ targets }) => [...targets].join());
}

/** A place, and the places of the other version whose values may become its value. */
interface SourceGroup {
  readonly target: FieldPlace;
  readonly sources: readonly {
    readonly place: FieldPlace;
    /** True if the conversion back changes this place with the target's value. */
    readonly isReturned: boolean;
  }[];
  /** The value that the target has if all sources are absent. */
  readonly fill: Fill | undefined;
}

/**
 * The group with places in equally deep lists: a member of items is replaced by its list if another source is a list of values.
 * Undefined if the depths still differ, or if the target's value is converted back to none of the sources, or also to others.
 */
function withEqualDepths(
  versions: LearnedVersions,
  side: Side,
  {
    target,
    sources,
    returning,
  }: {
    readonly target: FieldPlace;
    readonly sources: readonly FieldFlow[];
    readonly returning: ReadonlySet<string>;
  },
): SourceGroup | undefined {
  const isReturned = ({ place }: FieldFlow): boolean => returning.has(place.text);
  const back = sources.filter(isReturned);
  if (back.length === 0 || back.length < returning.size) return undefined;
  const depth = depthOf(target);
  const isEven = sources.every(({ place }) => depthOf(place) === depth);
  const places = sources.map((flow) => {
    const isInList = !isEven && depthOf(flow.place) === depth;
    const place = isInList ? innermostList(versions, side, flow.place) : flow.place;
    return place === undefined ? undefined : { place, isReturned: isReturned(flow) };
  });
  const whole = isEven ? target : innermostList(versions, otherSide(side), target);
  const found = places.filter((each) => each !== undefined);
  const isLevel = found.every(({ place }) => whole && depthOf(place) === depthOf(whole));
  if (whole === undefined || found.length < places.length || !isLevel) return undefined;
  return { target: whole, sources: found, fill: isEven ? fillOf(target, sources) : undefined };
}

function depthOf({ path }: FieldPlace): number {
  return path.filter((step) => step === eachItem || step === eachValue).length;
}

/** The innermost list around a place. */
function innermostList(
  versions: LearnedVersions,
  side: Side,
  { path }: FieldPlace,
): FieldPlace | undefined {
  const start = path.slice(0, path.lastIndexOf(eachItem));
  return versions[side].places.get(pathText(start));
}

function fillOf({ text }: FieldPlace, sources: readonly FieldFlow[]): Fill | undefined {
  const [value] = sources.flatMap(({ base }) => base?.values.get(text) ?? []);
  return value === undefined || isZeroValue(value) ? undefined : { value };
}

function candidateOf(
  versions: LearnedVersions,
  side: Side,
  { target, sources, fill }: SourceGroup,
): JointCandidate | undefined {
  const opposite = otherSide(side);
  const builders = sources.map(({ place, isReturned }) =>
    sourceBetween(versions, side, { source: place, target, isReturned }),
  );
  const known = builders.filter((each) => each !== undefined);
  const paths: readonly Path[] = sources.map(({ place }) => place.path);
  const [first, ...more] = paths;
  if (first === undefined || known.length < builders.length) return undefined;
  const fills = fill === undefined ? [undefined] : [fill, { ...fill, returns: true }];
  const isToAll = sources.every(({ isReturned }) => isReturned);
  const rules = fills.flatMap((own) =>
    ordersOf(sources.length).map(
      (order): JointRuleBuilder =>
        (texts) => {
          const named = order.flatMap((index) => known[index]?.(texts[side][index] ?? "") ?? []);
          const backTo = order.findIndex((index) => sources[index]?.isReturned === true);
          const [single = ""] = texts[opposite];
          return {
            op: "first",
            ...(side === "from" ? { from: named, to: single } : { from: single, to: named }),
            ...(isToAll ? { backTo: "all" as const } : backTo > 0 && { backTo }),
            ...(own !== undefined && { fill: { [opposite]: own } }),
          };
        },
    ),
  );
  const ends = { [side]: [first, ...more], [opposite]: [target.path] };
  return { paths: { from: [first], to: [target.path], ...ends }, rules };
}

/** How `first` reads a source; undefined if no known rule converts between source and target as the webhook did. */
function sourceBetween(
  versions: LearnedVersions,
  side: Side,
  {
    source,
    target,
    isReturned,
  }: { readonly source: FieldPlace; readonly target: FieldPlace; readonly isReturned: boolean },
): ((text: string) => FirstSource) | undefined {
  const pair = side === "from" ? { from: source, to: target } : { from: target, to: source };
  const forth = observedValuePairs(versions, side, pair, []);
  const back = isReturned ? observedValuePairs(versions, otherSide(side), pair, []) : [];
  if (forth === undefined || back === undefined) return undefined;
  const ruleAt = inferValueRule({ from: source.node, to: target.node }, { from: forth, to: back });
  return ruleAt === undefined ? undefined : sourceByRule(ruleAt);
}

/** All orders of the numbers below `count`. */
function ordersOf(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return ordersOf(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, count - 1)),
  );
}
