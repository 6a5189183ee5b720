import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { isMetaField } from "../../schema/pruning/prune.ts";
import { keyText } from "../language/path.ts";
import type { LensData } from "../language/rule.ts";
import { itemNode, memberNode, type SchemaNode } from "../language/schema-node.ts";
import { otherSide, type Side } from "../language/side.ts";
import { isThere } from "../ops/item-test.ts";
import { opOf } from "../ops/registry.ts";
import { claimOf, innerOf } from "../place/locate.ts";
import { type ObjectPath, valueAtObjectPath } from "../place/object-path.ts";
import { scopeLens } from "../place/scope-lens.ts";
import type { RuleScope, ScopedLens } from "../place/scoped-lens.ts";

/** One step of the way from a version to another: a lens, walked from one side. */
export interface LensStep {
  readonly lens: LensData;
  readonly side: Side;
}

/** Names the required members that a converted object lacks, though the object it was made of had a value for them. */
export type MissingFieldsFinder = (source: JsonObject, converted: JsonObject) => readonly string[];

/** A way's finder; a step that is code, with no rules to ask, is taken to keep every path. */
export function missingFieldsFinder(
  schema: SchemaNode,
  way: readonly (LensStep | undefined)[],
): MissingFieldsFinder {
  const origins = way.map(
    (step) => step && { lens: scopeLens(step.lens), target: otherSide(step.side) },
  );
  const isGiven = (source: JsonObject, path: ObjectPath, steps: number): boolean => {
    if (steps === 0) return isThere(valueAtObjectPath(source, path));
    const step = origins[steps - 1];
    const paths = step === undefined ? [path] : originsOf(step.lens, step.target, path);
    return paths.some((each) => isGiven(source, each, steps - 1));
  };
  return (source, converted) =>
    missingIn(converted, schema, [])
      .filter((path) => isGiven(source, path, way.length))
      .slice(0, maxNamed)
      .map(textOf);
}

/** Members that are named; more only cost space. */
const maxNamed = 10;

/** The required members that a value lacks; what the schema fills in is not missing. */
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
    ...Object.keys(value)
      .filter(isOwn)
      .flatMap((key) => missingIn(value[key] ?? null, memberNode(node, key), [...path, key])),
  ];
}

/** The places of a lens's other side that a place of one side is made of. */
function originsOf(lens: ScopedLens, side: Side, path: ObjectPath): readonly ObjectPath[] {
  return originsIn(lens, { scope: lens.root, side, rest: path, start: [] });
}

/** A place within a scope: what is left of its path, and where the scope stands on the other side. */
interface ScopedPath {
  readonly scope: RuleScope;
  readonly side: Side;
  readonly rest: ObjectPath;
  readonly start: ObjectPath;
}

function originsIn(lens: ScopedLens, place: ScopedPath): readonly ObjectPath[] {
  const { scope, side, rest, start } = place;
  const keys = leadingKeys(rest);
  const claim = claimOf(scope, side, keys);
  if (claim === undefined) return unclaimedOrigins(place, keys);
  const { rule, length } = claim;
  const sources = rule[otherSide(side)].map((source) => [...start, ...source]);
  const below = rest.slice(length);
  const [source] = sources;
  if (below.length === 0 || source === undefined) return sources;
  const inner = innerOf(lens, rule);
  // What an op makes as a whole has no places that could be told apart.
  if (inner === undefined) {
    const isMoved = rule.data !== undefined && opOf(rule.data).kind === "container";
    return isMoved ? [[...source, ...below]] : [];
  }
  const isPart = rule.action.type === "items" || rule.action.type === "values";
  const steps = isPart ? 1 : 0;
  return originsIn(lens, {
    scope: inner,
    side,
    rest: below.slice(steps),
    start: [...source, ...below.slice(0, steps)],
  });
}

/** The very same place, where nothing there goes elsewhere, and what rules write below it is made of. */
function unclaimedOrigins(
  { scope, side, rest, start }: ScopedPath,
  keys: readonly string[],
): readonly ObjectPath[] {
  const other = otherSide(side);
  const isFree = claimOf(scope, other, keys) === undefined;
  const below = scope.rules.filter(
    (rule) =>
      keys.length === rest.length &&
      rule[side].some((target) => keys.every((key, index) => target[index] === key)),
  );
  return [
    ...(isFree ? [[...start, ...rest]] : []),
    ...below.flatMap((rule) => rule[other].map((source) => [...start, ...source])),
  ];
}

function leadingKeys(path: ObjectPath): readonly string[] {
  const end = path.findIndex((step) => typeof step === "number");
  return (end < 0 ? path : path.slice(0, end)).map(String);
}

function textOf(path: ObjectPath): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : keyText(step)))
    .join("")
    .replace(/^\./, "");
}
