import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { forbidden, invalid } from "../../schema/field-error/field-faults.ts";
import {
  childPath,
  elementPath,
  errorField,
  type FieldPath,
} from "../../schema/field-error/path.ts";
import type { Re2 } from "../../schema/pattern/pattern.ts";
import type { RuleChecker } from "../../schema/validation/rule-engine.ts";
import { noLimit } from "../cost/interval.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { limitedProduct } from "./limited-product.ts";
import { type RuleCost, ruleCost } from "./rule-cost.ts";
import { type RuleLocation, ruleLocations } from "./rule-locations.ts";

/**
 * The limit for the estimated cost of one rule.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go,
 * StaticEstimatedCostLimit.
 */
const ruleCostLimit = 10_000_000n;
/**
 * The limit for the estimated cost of all rules of a schema together.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go,
 * StaticEstimatedCRDCostLimit.
 */
const schemaCostLimit = 100_000_000n;

/** The results of checking one rule when its schema is created. */
export interface RuleReport {
  readonly path: FieldPath;
  readonly compiled: CompiledRule;
  /** How many times at most the rule is evaluated for one object; undefined if a list or map around it has no limit. */
  readonly cardinality: bigint | undefined;
  readonly single: RuleCost;
  /** The estimated cost of all evaluations for one object. */
  readonly cost: bigint;
  readonly isOverLimit: boolean;
}

/** Reports on each rule of one schema. The schema must have a type. */
export function reportRules(
  location: Extract<RuleLocation, { readonly rules: unknown }>,
): readonly RuleReport[] {
  const { cardinality } = location;
  return location.rules.map((compiled, index) => {
    const single = ruleCost(compiled, location.declared);
    const cost = limitedProduct(single.rule, cardinality ?? single.maxCardinality);
    const path = elementPath(childPath(location.path, "x-kubernetes-validations"), index);
    return { path, compiled, cardinality, single, cost, isOverLimit: cost > ruleCostLimit };
  });
}

/**
 * Checks the rules of a schema as the server does when the schema is created: they must compile, must not exceed the
 * cost limits, and may use `oldSelf` only for values that have a corresponding old value.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go.
 */
export function ruleChecker(re2: Re2): RuleChecker {
  return (schema, path, faultyPaths, options = {}) => {
    const errors: FieldError[] = [];
    const total = new TotalCost();
    for (const location of ruleLocations(schema, path, re2)) {
      if (faultyPaths.some((faulty) => isWithin(faulty, location.path))) continue;
      if (!("rules" in location)) {
        const at = childPath(location.path, "x-kubernetes-validations");
        errors.push({ type: "InternalError", field: errorField(at), detail: location.fault });
        continue;
      }
      for (const report of reportRules(location)) {
        errors.push(...ruleErrors(report, location, options.keepCosts === true));
        total.add(childPath(report.path, "rule"), report.cost);
        total.add(childPath(report.path, "messageExpression"), report.single.message);
      }
    }
    return [...errors, ...total.errors(path)];
  };
}

/** True if `path` is `outer` or lies below it. */
function isWithin(path: FieldPath, outer: FieldPath): boolean {
  return path.startsWith(outer) && /^(?:$|[.[])/.test(path.slice(outer.length));
}

function ruleErrors(
  { path, compiled, single, cost, isOverLimit }: RuleReport,
  { uncorrelated }: RuleLocation,
  keepCosts: boolean,
): readonly FieldError[] {
  const { rule, error, usesOldSelf } = compiled;
  const at = childPath(path, "rule");
  const errors: FieldError[] = [];
  if (isOverLimit && !keepCosts) {
    errors.push(forbidden(at, costFault("estimated rule cost", cost, ruleCostLimit)));
  }
  if (error !== undefined) errors.push(invalid(at, asJson(compiled), error));
  errors.push(
    ...messageErrors(
      compiled,
      childPath(path, "messageExpression"),
      keepCosts ? 0n : single.message,
    ),
  );
  if (usesOldSelf && uncorrelated !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`;
    errors.push(invalid(at, rule.rule, detail));
  }
  if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
    const detail = "may not be set if oldSelf is not used in rule";
    errors.push(invalid(childPath(path, "optionalOldSelf"), rule.optionalOldSelf, detail));
  }
  return errors;
}

function messageErrors(compiled: CompiledRule, at: FieldPath, cost: bigint): readonly FieldError[] {
  const { message } = compiled;
  if (message === undefined) return [];
  if (message.error !== undefined) return [invalid(at, asJson(compiled), message.error)];
  if (cost <= ruleCostLimit) return [];
  const fault = costFault("estimated messageExpression cost", cost, ruleCostLimit);
  return [forbidden(at, fault)];
}

/** A rule as JSON, to be shown as the value of an error. */
function asJson({ rule }: CompiledRule): JsonValue {
  const json: JsonObject = { ...rule };
  return json;
}

function costFault(what: string, cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  const shown =
    factor > 100
      ? "more than 100x"
      : factor < 1.5
        ? `${factor.toFixed(6)}x`
        : `${factor.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

/** Adds up the cost of all rules of a schema, and keeps the four most expensive ones for the errors. */
class TotalCost {
  #total = 0n;
  #expensive: (readonly [path: FieldPath, cost: bigint])[] = [];

  add(path: FieldPath, cost: bigint): void {
    const sum = this.#total + cost;
    this.#total = sum > noLimit ? noLimit : sum;
    if (cost < schemaCostLimit / 100n) return;
    this.#expensive.push([path, cost]);
    this.#expensive.sort(([, a], [, b]) => (a > b ? -1 : a < b ? 1 : 0));
    this.#expensive = this.#expensive.slice(0, 4);
  }

  errors(path: FieldPath): readonly FieldError[] {
    if (this.#total <= schemaCostLimit) return [];
    const detail =
      "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
    const what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    return [
      ...this.#expensive.map(([at]) => forbidden(at, detail)),
      forbidden(path, costFault(what, this.#total, schemaCostLimit)),
    ];
  }
}
