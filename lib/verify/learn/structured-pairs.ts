import { otherSide, type Side, sides } from "../../converter/side.ts";
import { equal } from "../../json/equal.ts";
import type { JsonValue } from "../../json/value.ts";
import { lastKey } from "../../lens/check/similar-fields.ts";
import { type Path, parsePath, pathText, startsWith } from "../../lens/language/path.ts";
import { DrawState, seededSource } from "../draw/draw.ts";
import { valueDraw } from "../draw/value-draw.ts";
import { bodyOfValue } from "../rules/set-value.ts";
import { isAllowed } from "./body-differences.ts";
import type { FieldFlows } from "./field-flows.ts";
import type { FieldPair } from "./field-pair.ts";
import type { FieldPlace } from "./field-places.ts";
import { isZeroValue, valuesAtPlace } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { declaredBody, observeBodies } from "./observed-bodies.ts";
import type { ObservedValues, ValuePair } from "./observed-values.ts";
import { trialValues } from "./trial-values.ts";
import { inferValueRule, isCarried } from "./value-rules.ts";

/** Two places, one of each version, of which each depends only on the other. */
interface DependentPair {
  readonly from: FieldPlace;
  readonly to: FieldPlace;
}

/**
 * The most random values to try at a place. The number is a choice: enough to tell apart the forms that are known (lists, maps,
 * texts), and each is sent.
 */
const valuesEach = 10;

/**
 * Places with content of another form in the other version, so that their leaves do not correspond one to one: a map that became
 * a list, texts that became maps, YAML in a text. The webhook is sent whole values of these places.
 */
export function structuredPairs(
  versions: LearnedVersions,
  flows: FieldFlows,
): readonly FieldPair[] {
  const found: FieldPair[] = [];
  for (const pair of [...unlikePairs(versions, flows), ...referencePairs(versions, flows)]) {
    if (found.some((other) => overlapsWith(pair, other))) continue;
    const schemas = { from: pair.from.node, to: pair.to.node };
    const observed = observedValues(versions, pair);
    if (observed === undefined) continue;
    const isSame = pair.from.text === pair.to.text && isCarried(schemas, observed);
    const rule = isSame ? undefined : inferValueRule(schemas, observed);
    if (isSame || rule !== undefined) found.push({ ...pair, rule });
  }
  return found;
}

function overlapsWith(one: DependentPair, other: DependentPair): boolean {
  return sides.some(
    (side) =>
      startsWith(one[side].path, other[side].path) || startsWith(other[side].path, one[side].path),
  );
}

/**
 * For each leaf that does not correspond to exactly one leaf: the smallest pair of places around it of which no leaf depends on a
 * leaf outside the pair.
 */
function unlikePairs(versions: LearnedVersions, flows: FieldFlows): readonly DependentPair[] {
  const found = new Map<string, DependentPair>();
  for (const side of sides) {
    for (const { place, targets } of flows[side].values()) {
      const [target] = targets;
      if (target === undefined) continue;
      const isAlone = targets.size === 1 && isOnly(flows, otherSide(side), target, place.text);
      const pair = isAlone ? undefined : closedPair(versions, flows, side, place);
      if (pair !== undefined) found.set(`${pair.from.text} ${pair.to.text}`, pair);
    }
  }
  return [...found.values()];
}

function isOnly(flows: FieldFlows, side: Side, text: string, target: string): boolean {
  const targets = flows[side].get(text)?.targets;
  return targets?.size === 1 && targets.has(target);
}

/**
 * The most times that a pair of places is widened. If leaves outside the pair still depend on it, the places are not paired.
 * The number is a choice: each time adds a level or more, and a pair that is wider would be most of the object.
 */
const maxWidened = 4;

function closedPair(
  versions: LearnedVersions,
  flows: FieldFlows,
  side: Side,
  start: FieldPlace,
): DependentPair | undefined {
  const opposite = otherSide(side);
  let source = start;
  let target: FieldPlace | undefined;
  for (let round = 0; round < maxWidened; round++) {
    const next: FieldPlace | undefined = commonPlace(
      versions,
      opposite,
      targetsBelow(flows, side, source),
    );
    const back = [...targetsBelow(flows, opposite, next), ...sourcesOf(flows, side, next)];
    const wider: FieldPlace | undefined = commonPlace(versions, side, [...back, source.text]);
    if (next === undefined || wider === undefined) return undefined;
    if (next === target && wider === source) {
      // Left out: a pair of two maps, and a pair with different paths of which one is a map at the root, such as `spec`. Neither
      // is a single value.
      const isWhole =
        source.text !== target.text &&
        [source, target].some(({ path, form }) => path.length === 1 && form === "map");
      const isMap = source.form === "map" && target.form === "map";
      if (isWhole || isMap) return undefined;
      return side === "from" ? { from: source, to: target } : { from: target, to: source };
    }
    [source, target] = [wider, next];
  }
  return undefined;
}

function targetsBelow(
  flows: FieldFlows,
  side: Side,
  place: FieldPlace | undefined,
): readonly string[] {
  if (place === undefined) return [];
  return [...flows[side].values()].flatMap((flow) =>
    startsWith(flow.place.path, place.path) ? [...flow.targets] : [],
  );
}

/** The leaves of a version that change something at or below a place of the other version. */
function sourcesOf(
  flows: FieldFlows,
  side: Side,
  place: FieldPlace | undefined,
): readonly string[] {
  if (place === undefined) return [];
  const isBelow = (text: string): boolean => startsWith(parsePath(text) ?? [], place.path);
  return [...flows[side].values()].flatMap((flow) =>
    [...flow.targets].some(isBelow) ? [flow.place.text] : [],
  );
}

/** The deepest declared place that is one of these leaves or contains all of them; undefined for none. */
function commonPlace(
  versions: LearnedVersions,
  side: Side,
  texts: readonly string[],
): FieldPlace | undefined {
  const { places } = versions[side];
  const paths = texts.map((text) => places.get(text)?.path).filter((path) => path !== undefined);
  const [first] = paths;
  if (first === undefined) return undefined;
  for (let length = first.length; length > 0; length--) {
    const start: Path = first.slice(0, length);
    const place = places.get(pathText(start));
    if (place !== undefined && paths.every((path) => startsWith(path, start))) return place;
  }
  return undefined;
}

/** Pairs of maps with a `kind` and a `name` that become each other. One may have a group and the other an apiVersion. */
function referencePairs(versions: LearnedVersions, flows: FieldFlows): readonly DependentPair[] {
  return [...versions.from.places.values()].flatMap((from) => {
    const name = flows.from.get(pathText([...from.path, "name"]));
    const [target, ...others] = name?.targets ?? [];
    const leaf = target === undefined ? undefined : versions.to.places.get(target);
    if (leaf === undefined || others.length > 0) return [];
    const to = versions.to.places.get(pathText(leaf.path.slice(0, -1)));
    if (to === undefined || !isReference(from) || !isReference(to)) return [];
    const groups = [from, to].map(({ node }) => node.properties?.has("apiVersion") === true);
    const isSame = from.text === to.text && groups[0] === groups[1];
    return isSame ? [] : [{ from, to }];
  });
}

function isReference({ form, node }: FieldPlace): boolean {
  return form === "map" && ["kind", "name"].every((name) => node.properties?.has(name) === true);
}

/** Values of both places with the values that they became; undefined if one value became several. */
function observedValues(
  versions: LearnedVersions,
  pair: DependentPair,
): ObservedValues | undefined {
  const forth = observedValuePairs(versions, "from", pair, []);
  if (forth === undefined) return undefined;
  const back = observedValuePairs(versions, "to", pair, convertedValues(forth));
  if (back === undefined) return undefined;
  const more = observedValuePairs(versions, "from", pair, convertedValues(back));
  return more === undefined ? undefined : { from: [...forth, ...more], to: back };
}

function convertedValues(pairs: readonly ValuePair[]): readonly JsonValue[] {
  return pairs.flatMap(([, converted]) => (converted === undefined ? [] : [converted]));
}

/**
 * Trial values of a pair's place in the version `side`, and `more` values, each with the value that it became at the other place;
 * undefined if one value became several.
 */
export function observedValuePairs(
  versions: LearnedVersions,
  side: Side,
  pair: DependentPair,
  more: readonly JsonValue[],
): readonly ValuePair[] | undefined {
  const opposite = otherSide(side);
  const { schema } = versions[side];
  const place = pair[side];
  const values = [...wholeValues(place), ...more];
  const bodies = values.map((value) => bodyOfValue(schema, place.path, value));
  const pairs: ValuePair[] = [];
  for (const [index, { converted }] of observeBodies(versions, side, bodies).entries()) {
    if (converted === undefined) continue;
    const observed = valuesAtPlace(
      declaredBody(converted, versions[opposite]),
      pair[opposite].path,
    );
    if (observed.length > 1) return undefined;
    if (isAllowed(pair[opposite].node, observed[0])) pairs.push([values[index], observed[0]]);
  }
  return pairs;
}

function wholeValues({ node, form, path }: FieldPlace): readonly JsonValue[] {
  const found = form === "leaf" ? [...trialValues(node, lastKey(path))] : [];
  const draw = new DrawState(seededSource(11));
  for (let index = 0; index < valuesEach; index++) {
    const value = valueDraw(node)(draw, 2 + 2 * index);
    if (value === undefined || isZeroValue(value)) continue;
    if (!found.some((each) => equal(each, value))) found.push(value);
  }
  return found;
}
