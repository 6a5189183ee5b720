import { isNumber } from "../../go/number.ts";
import { quote } from "../../go/print.ts";
import { assertDefined } from "../../json/invariant.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../json/value.ts";
import type { JunctorKeyword } from "../constraint/constraint.ts";
import { checkWholeList, checkWholeObject, forbidProperty } from "./container-check.ts";
import type { Correlation } from "./correlation.ts";
import { checkEnum } from "./enum-check.ts";
import { checkNumber } from "./number-check.ts";
import { NodeResult, printedPath, rootFault, type ValuePath } from "./result.ts";
import type { Junctors, ValidationNode } from "./schema-node.ts";
import { checkFormat, checkString } from "./string-check.ts";
import { checkNull, checkType } from "./type-check.ts";

/**
 * Checks a value and everything in it against a schema node. With a correlation, faults of values that an update did
 * not change are ignored, except within junctors.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/validate/schema.go, Validate;
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/validation/ratcheting.go.
 */
export function checkValue(
  node: ValidationNode,
  value: JsonValue,
  at: ValuePath | undefined,
  outcome: NodeResult,
  correlation?: Correlation,
): void {
  const before = outcome.faults.length;
  if (value === null) {
    checkNull(node, at, outcome);
    if (node.enum.length > 0) checkEnum(node.enum, value, at, outcome);
  } else {
    checkSelf(node, value, at, outcome);
    if (isObject(value)) checkObject(node, value, at, outcome, correlation);
    else if (isArray(value)) checkList(node, value, at, outcome, correlation);
  }
  if (correlation !== undefined && outcome.faults.length > before && correlation.isUnchanged()) {
    outcome.forgive(before);
  }
}

/** True if the value has no fault. */
export function isValid(node: ValidationNode, value: JsonValue): boolean {
  return !tryNode(node, value, undefined, true).failed;
}

/** Checks a value without its items or members. */
function checkSelf(
  node: ValidationNode,
  value: JsonValue,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  checkType(node, value, at, outcome);
  if (node.junctors !== undefined) checkJunctors(node.junctors, value, at, outcome);
  if (typeof value === "string") {
    if (node.strings !== undefined) checkString(node.strings, value, at, outcome);
    checkFormat(node, value, at, outcome);
    outcome.matches++;
  } else if (isNumber(value)) {
    checkNumber(node, value, at, outcome);
    outcome.matches++;
  }
  if (node.enum.length > 0) checkEnum(node.enum, value, at, outcome);
  // The number of checks that the server counts: two for junctors, even if there are none, one for the enum and one for
  // the node.
  outcome.matches += 4;
}

function checkObject(
  node: ValidationNode,
  value: JsonObject,
  at: ValuePath | undefined,
  outcome: NodeResult,
  correlation: Correlation | undefined,
): void {
  const names = Object.keys(value);
  checkWholeObject(node, value, names.length, at, outcome);
  for (const name of names) {
    const property = node.properties.get(name);
    const child = property ?? node.additionalProperties;
    if (child === undefined) continue;
    if (child === false) {
      forbidProperty(name, at, outcome);
      continue;
    }
    const path: ValuePath = { outer: at, name, dotted: property === undefined };
    const inner = assertDefined(value[name], "a map has a value for each of its keys");
    checkValue(child, inner, path, outcome, pastOf(correlation, name, at));
  }
  outcome.matches++;
}

/** The correlation of a member. `apiVersion` and `kind` at the root are never correlated. */
function pastOf(
  correlation: Correlation | undefined,
  name: string,
  at: ValuePath | undefined,
): Correlation | undefined {
  if (correlation === undefined) return undefined;
  const isTypeMeta = name === "kind" || name === "apiVersion";
  return isTypeMeta && printedPath(at) === "" ? undefined : correlation.key(name);
}

function checkList(
  node: ValidationNode,
  value: JsonArray,
  at: ValuePath | undefined,
  outcome: NodeResult,
  correlation: Correlation | undefined,
): void {
  const { items } = node;
  if (items !== undefined) {
    for (const [index, item] of value.entries()) {
      const path: ValuePath = { outer: at, name: index, dotted: false };
      checkValue(items, item, path, outcome, correlation?.index(index));
    }
  }
  checkWholeList(node, value, at, outcome);
  outcome.matches += 2;
}

/**
 * Checks the junctors of a node. The server reports the fault of a junctor for the whole object, and the faults of its
 * branches at their own paths.
 */
function checkJunctors(
  junctors: Junctors,
  value: JsonValue,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  const { anyOf, oneOf, allOf, not } = junctors;
  if (anyOf.length > 0) checkAnyOf(anyOf, value, at, outcome);
  if (oneOf.length > 0) checkOneOf(oneOf, value, at, outcome);
  if (allOf.length > 0) checkAllOf(allOf, value, at, outcome);
  if (not !== undefined && !tryNode(not, value, at, true).failed) {
    outcome.refuse("not", at, () =>
      rootFault(`${quotedPath(at)} must not validate the schema (not)`),
    );
  }
}

function checkAnyOf(
  branches: readonly ValidationNode[],
  value: JsonValue,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  const results: NodeResult[] = [];
  for (const branch of branches) {
    const result = tryNode(branch, value, at, true);
    if (!result.failed) {
      outcome.merge(result, "anyOf", at);
      return;
    }
    results.push(result);
  }
  outcome.refuse("anyOf", at, () =>
    rootFault(`${quotedPath(at)} must validate at least one schema (anyOf)`),
  );
  mergeBestFailure({ junctor: "anyOf", branches, results }, value, at, outcome);
}

function checkOneOf(
  branches: readonly ValidationNode[],
  value: JsonValue,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  const results = branches.map((branch) => tryNode(branch, value, at, true));
  const valid = results.filter((result) => !result.failed);
  const [only, second] = valid;
  if (only !== undefined && second === undefined) {
    outcome.merge(only, "oneOf", at);
    return;
  }
  const found =
    only === undefined ? "Found none valid" : `Found ${valid.length} valid alternatives`;
  outcome.refuse("oneOf", at, () =>
    rootFault(`${quotedPath(at)} must validate one and only one schema (oneOf). ${found}`),
  );
  if (only === undefined)
    mergeBestFailure({ junctor: "oneOf", branches, results }, value, at, outcome);
}

function checkAllOf(
  branches: readonly ValidationNode[],
  value: JsonValue,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  let valid = 0;
  for (const branch of branches) {
    const result = tryNode(branch, value, at, outcome.quiet);
    if (!result.failed) valid++;
    outcome.merge(result, "allOf", at);
  }
  if (valid === branches.length) return;
  const none = valid === 0 ? ". None validated" : "";
  outcome.refuse("allOf", at, () =>
    rootFault(`${quotedPath(at)} must validate all the schemas (allOf)${none}`),
  );
}

/**
 * Adds the faults of the branch with the most matches, the first one if there are several. All branches were checked
 * quietly; only this one is checked again for its faults, so that nested junctors don't double the work at each level.
 */
function mergeBestFailure(
  failed: {
    readonly junctor: JunctorKeyword;
    readonly branches: readonly ValidationNode[];
    readonly results: readonly NodeResult[];
  },
  value: JsonValue,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  const most = failed.results.reduce((count, { matches }) => Math.max(count, matches), 0);
  const index = failed.results.findIndex(({ matches }) => matches === most);
  const [branch, result] = [failed.branches[index], failed.results[index]];
  if (branch === undefined || result === undefined) return;
  const faults = outcome.quiet ? result : tryNode(branch, value, at, false);
  outcome.merge(faults, failed.junctor, at);
}

function tryNode(
  node: ValidationNode,
  value: JsonValue,
  at: ValuePath | undefined,
  quiet: boolean,
): NodeResult {
  const outcome = new NodeResult({ quiet });
  checkValue(node, value, at, outcome);
  return outcome;
}

function quotedPath(at: ValuePath | undefined): string {
  return quote(printedPath(at));
}
