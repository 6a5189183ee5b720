import { otherSide, type Side, sides } from "../../converter/side.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { isMetaField } from "../../schema/pruning/prune.ts";
import { keyText, startsWith } from "../language/path.ts";
import type { LensData } from "../language/rule.ts";
import { itemNode, memberNode, type SchemaNode } from "../language/schema-node.ts";
import { isPresent } from "../ops/item-test.ts";
import { opOf } from "../ops/registry.ts";
import { claimOf, innerScopeOf } from "../place/locate-rule.ts";
import { type ObjectPath, valueAtObjectPath } from "../place/object-path.ts";
import { scopeLens } from "../place/scope-lens.ts";
import type { RuleScope, ScopedLens } from "../place/scoped-lens.ts";
import { partSelector } from "../place/selected-parts.ts";

/** One step of the path between two versions: a lens, and the side from which it is used. */
interface LensStep {
  readonly lens: LensData;
  readonly side: Side;
}

/** Lists the required fields that a converted object lacks although its source has a value for them. */
export type MissingFieldsFinder = (source: JsonObject, converted: JsonObject) => readonly string[];

/** Returns the finder for a conversion in steps to the version of `schema`. A step without a lens is taken to move no field. */
export function missingFieldsFinder(
  schema: SchemaNode,
  lensSteps: readonly (LensStep | undefined)[],
): MissingFieldsFinder {
  const origins = lensSteps.map(
    (step) => step && { lens: scopeLens(step.lens), target: otherSide(step.side) },
  );
  const isGiven = (source: JsonObject, path: ObjectPath, steps: number): boolean => {
    if (steps === 0) return isPresent(valueAtObjectPath(source, path));
    const step = origins[steps - 1];
    const paths = step === undefined ? [path] : originsOf(step.lens, step.target, path);
    return paths.some((each) => isGiven(source, each, steps - 1));
  };
  return (source, converted) =>
    missingIn(converted, schema, [])
      .filter((path) => isGiven(source, path, lensSteps.length))
      .slice(0, maxMissingFields)
      .map(objectPathText);
}

/** The most fields that are listed. The number is a choice: enough to find the cause, and few enough for one message. */
const maxMissingFields = 10;

/** The required fields that a value lacks and that have no default in the schema. */
function missingIn(value: JsonValue, node: SchemaNode, path: ObjectPath): readonly ObjectPath[] {
  if (typeof node === "string") return [];
  if (isArray(value)) {
    const items = itemNode(node);
    return value.flatMap((item, index) => missingIn(item, items, [...path, index]));
  }
  if (!isObject(value)) return [];
  const isOwn = (key: string): boolean => path.length > 0 || !isMetaField(key);
  const missing = (node.validation?.required ?? []).filter(
    (key) =>
      isOwn(key) && !Object.hasOwn(value, key) && node.properties?.get(key)?.default === undefined,
  );
  return [
    ...missing.map((key) => [...path, key]),
    ...Object.entries(value)
      .filter(([key]) => isOwn(key))
      .flatMap(([key, own]) => missingIn(own, memberNode(node, key), [...path, key])),
  ];
}

/** The paths of the other side from which a lens writes the value at a path. */
function originsOf(lens: ScopedLens, side: Side, path: ObjectPath): readonly ObjectPath[] {
  return originsIn(lens, { scope: lens.root, side, rest: path, start: [] });
}

/** A path in a scope: its remaining steps, and the path of the scope's root on the other side. */
interface ScopedPath {
  readonly scope: RuleScope;
  readonly side: Side;
  readonly rest: ObjectPath;
  readonly start: ObjectPath;
}

function originsIn(lens: ScopedLens, scoped: ScopedPath): readonly ObjectPath[] {
  const { scope, side, rest, start } = scoped;
  const keys = keysBeforeIndex(rest);
  const claim = claimOf(scope, side, keys);
  if (claim === undefined) return unclaimedOrigins(scoped, keys);
  const { rule, length } = claim;
  const sources = rule[otherSide(side)].map((source) => [...start, ...source]);
  const below = rest.slice(length);
  const [source] = sources;
  if (below.length === 0 || source === undefined) return sources;
  const inner = innerScopeOf(lens, rule);
  // The parts of a value that an op converts as a whole can't be traced to paths of the source.
  if (inner === undefined) {
    const isMoved = rule.data !== undefined && opOf(rule.data).kind === "container";
    return isMoved ? [[...source, ...below]] : [];
  }
  const isPart = rule.action.type === "items" || rule.action.type === "values";
  // If only some items are converted, the index of an item does not tell which item of the source it was.
  if (isPart && sides.some((each) => partSelector(rule, each) !== undefined)) return [];
  const steps = isPart ? 1 : 0;
  return originsIn(lens, {
    scope: inner,
    side,
    rest: below.slice(steps),
    start: [...source, ...below.slice(0, steps)],
  });
}

/** For a path that no rule writes: the same path, unless a rule reads it, and the sources of rules that write below the path. */
function unclaimedOrigins(
  { scope, side, rest, start }: ScopedPath,
  keys: readonly string[],
): readonly ObjectPath[] {
  const opposite = otherSide(side);
  const isFree = claimOf(scope, opposite, keys) === undefined;
  const below = scope.rules.filter(
    (rule) => keys.length === rest.length && rule[side].some((target) => startsWith(target, keys)),
  );
  return [
    ...(isFree ? [[...start, ...rest]] : []),
    ...below.flatMap((rule) => rule[opposite].map((source) => [...start, ...source])),
  ];
}

function keysBeforeIndex(path: ObjectPath): readonly string[] {
  const end = path.findIndex((step) => typeof step === "number");
  return (end < 0 ? path : path.slice(0, end)).map(String);
}

function objectPathText(path: ObjectPath): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : keyText(step)))
    .join("")
    .replace(/^\./, "");
}
