import { isNumber } from "../../go/number.ts";
import { quote } from "../../go/print.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";
import { checkWholeList, checkWholeObject, forbidProperty } from "./container-check.ts";
import type { Correlation } from "./correlation.ts";
import { checkEnum } from "./enum-check.ts";
import { checkNumber } from "./number-check.ts";
import { Outcome, type Place, pathOf, rootFault } from "./result.ts";
import type { Junctors, SchemaNode } from "./schema-node.ts";
import { checkFormat, checkString } from "./string-check.ts";
import { checkNull, checkType } from "./type-check.ts";

/**
 * Checks a value against a node and all below it. With a correlation, what an update left as it was is forgiven its
 * faults; below a junctor nothing is.
 * Source: k8s.io/kube-openapi@v0.0.0-20260317180543-43fb72c5454a pkg/validation/validate/schema.go, Validate;
 * k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/validation/ratcheting.go.
 */
export function checkValue(
  node: SchemaNode,
  value: JsonValue,
  at: Place | undefined,
  outcome: Outcome,
  past?: Correlation,
): void {
  const before = outcome.faults.length;
  if (value === null) {
    checkNull(node, at, outcome);
    if (node.enum.length > 0) checkEnum(node.enum, value, at, outcome);
  } else {
    checkSelf(node, value, at, outcome);
    if (isObject(value)) checkObject(node, value, at, outcome, past);
    else if (isArray(value)) checkList(node, value, at, outcome, past);
  }
  if (past !== undefined && outcome.faults.length > before && past.isUnchanged()) {
    outcome.forgive(before);
  }
}

/** True for a value without a fault. */
export function isValid(node: SchemaNode, value: JsonValue): boolean {
  return !tryNode(node, value, undefined, true).failed;
}

/** All but what a list or map holds. */
function checkSelf(
  node: SchemaNode,
  value: JsonValue,
  at: Place | undefined,
  outcome: Outcome,
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
  // The junctors count twice whether there are any or not, the enum and the node itself once.
  outcome.matches += 4;
}

function checkObject(
  node: SchemaNode,
  value: JsonObject,
  at: Place | undefined,
  outcome: Outcome,
  past: Correlation | undefined,
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
    const place: Place = { outer: at, name, dotted: property === undefined };
    checkValue(child, member(value, name) ?? null, place, outcome, pastOf(past, name, at));
  }
  outcome.matches++;
}

/** A change of `apiVersion` and `kind` is never seen, so they have no past. */
function pastOf(
  past: Correlation | undefined,
  name: string,
  at: Place | undefined,
): Correlation | undefined {
  if (past === undefined) return undefined;
  const isTypeMeta = name === "kind" || name === "apiVersion";
  return isTypeMeta && pathOf(at) === "" ? undefined : past.key(name);
}

function checkList(
  node: SchemaNode,
  value: JsonArray,
  at: Place | undefined,
  outcome: Outcome,
  past: Correlation | undefined,
): void {
  const { items } = node;
  if (items !== undefined) {
    for (let index = 0; index < value.length; index++) {
      const place: Place = { outer: at, name: index, dotted: false };
      checkValue(items, value[index] ?? null, place, outcome, past?.index(index));
    }
  }
  checkWholeList(node, value, at, outcome);
  outcome.matches += 2;
}

/** Compares only items of the same text, so that a long list does not cost the square of its length. */
/** Faults of the junctors themselves are faults of the whole object; those of their branches stand where they are. */
function checkJunctors(
  junctors: Junctors,
  value: JsonValue,
  at: Place | undefined,
  outcome: Outcome,
): void {
  const { anyOf, oneOf, allOf, not } = junctors;
  if (anyOf.length > 0) checkAnyOf(anyOf, value, at, outcome);
  if (oneOf.length > 0) checkOneOf(oneOf, value, at, outcome);
  if (allOf.length > 0) checkAllOf(allOf, value, at, outcome);
  if (not !== undefined && !tryNode(not, value, at, true).failed) {
    outcome.refuse(() => rootFault(`${quotedPath(at)} must not validate the schema (not)`));
  }
}

function checkAnyOf(
  branches: readonly SchemaNode[],
  value: JsonValue,
  at: Place | undefined,
  outcome: Outcome,
): void {
  const results: Outcome[] = [];
  for (const branch of branches) {
    const result = tryNode(branch, value, at, true);
    if (!result.failed) {
      outcome.merge(result);
      return;
    }
    results.push(result);
  }
  outcome.refuse(() => rootFault(`${quotedPath(at)} must validate at least one schema (anyOf)`));
  mergeBestFailure({ branches, results }, value, at, outcome);
}

function checkOneOf(
  branches: readonly SchemaNode[],
  value: JsonValue,
  at: Place | undefined,
  outcome: Outcome,
): void {
  const results = branches.map((branch) => tryNode(branch, value, at, true));
  const valid = results.filter((result) => !result.failed);
  const [only, second] = valid;
  if (only !== undefined && second === undefined) {
    outcome.merge(only);
    return;
  }
  const found =
    only === undefined ? "Found none valid" : `Found ${valid.length} valid alternatives`;
  outcome.refuse(() =>
    rootFault(`${quotedPath(at)} must validate one and only one schema (oneOf). ${found}`),
  );
  if (only === undefined) mergeBestFailure({ branches, results }, value, at, outcome);
}

function checkAllOf(
  branches: readonly SchemaNode[],
  value: JsonValue,
  at: Place | undefined,
  outcome: Outcome,
): void {
  let valid = 0;
  for (const branch of branches) {
    const result = tryNode(branch, value, at, outcome.quiet);
    if (!result.failed) valid++;
    outcome.merge(result);
  }
  if (valid === branches.length) return;
  const none = valid === 0 ? ". None validated" : "";
  outcome.refuse(() => rootFault(`${quotedPath(at)} must validate all the schemas (allOf)${none}`));
}

/**
 * Takes over the faults of the first branch with the most checks made. All branches have been tried quietly, and only
 * that one is tried again for its faults: junctors in junctors must not double the work at each level.
 */
function mergeBestFailure(
  failed: { readonly branches: readonly SchemaNode[]; readonly results: readonly Outcome[] },
  value: JsonValue,
  at: Place | undefined,
  outcome: Outcome,
): void {
  const most = failed.results.reduce((count, { matches }) => Math.max(count, matches), 0);
  const index = failed.results.findIndex(({ matches }) => matches === most);
  const [branch, result] = [failed.branches[index], failed.results[index]];
  if (branch === undefined || result === undefined) return;
  outcome.merge(outcome.quiet ? result : tryNode(branch, value, at, false));
}

function tryNode(
  node: SchemaNode,
  value: JsonValue,
  at: Place | undefined,
  quiet: boolean,
): Outcome {
  const outcome = new Outcome({ quiet });
  checkValue(node, value, at, outcome);
  return outcome;
}

function quotedPath(at: Place | undefined): string {
  return quote(pathOf(at));
}
