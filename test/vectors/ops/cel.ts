import { type RuleReport, reportRules } from "../../../lib/cel/rules/check-rules.ts";
import { ruleLocations } from "../../../lib/cel/rules/rule-locations.ts";
import { checkCrd } from "../../../lib/crd/check-crd.ts";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { readCrd } from "../../../lib/crd/read-crd.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import type { FieldError } from "../../../lib/schema/field-error/field-error.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";
import {
  type EvaluationOptions,
  objectCostLimit,
} from "../../../lib/schema/validation/rule-engine.ts";
import { errorDifference } from "../field-errors.ts";
import { structuralOf } from "../schemas.ts";
import { differenceOfValues, expectedOf } from "../values.ts";

/** Op `cel`: checks the rules of a schema, and runs them on an object that is created or updated. */
export async function run(vector: JsonObject): Promise<string | undefined> {
  const expect = expectedOf(vector);
  const differences = [
    errorDifference("schema", schemaErrors(vector), member(expect, "schemaErrors")),
    differenceOfValues("rules", reports(vector), sorted(member(expect, "rules") ?? [])),
    ...objectDifferences(vector, expect),
  ];
  return differences.find((difference) => difference !== undefined);
}

/** A definition with the schema, as the vectors were made: only errors within the schema are compared. */
function definitionAround(schema: JsonValue): JsonObject {
  const openAPIV3Schema = schema;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

const schemaPath = "spec.validation.openAPIV3Schema";

function schemaErrors(vector: JsonObject): readonly FieldError[] {
  const crd = definitionAround(member(vector, "schema") ?? null);
  return checkCrd(crd, allEngines).errors.map((error) => ({
    ...error,
    field: error.field.startsWith(schemaPath)
      ? error.field.slice(schemaPath.length).replace(/^\./, "")
      : `!${error.field}`,
  }));
}

/** The server does not compile rules of a schema that is not structural. */
function reports(vector: JsonObject): JsonValue {
  const crd = readCrd(definitionAround(member(vector, "schema") ?? null)).crd;
  const schema = crd.spec.versions?.[0]?.schema?.openAPIV3Schema ?? {};
  const { errors, unsupported } = parseStructural(schema);
  if (errors.length > 0 || unsupported !== undefined) return [];
  const locations = [...ruleLocations(schema, "", re2)];
  const found = locations.map((location) =>
    "fault" in location ? [noTypeReport(location.path)] : reportRules(location).map(asExpected),
  );
  return sorted(found.flat());
}

function noTypeReport(path: string): JsonObject {
  const error = "no type info: unable to convert structural schema to CEL declarations";
  const none = { usesOldSelf: false, maxCost: "0", maxCardinality: "0", cardinality: "" };
  return { path, rule: "", ...none, expressionCost: "0", overPerRuleLimit: false, error };
}

function sorted(list: JsonValue): JsonValue {
  if (!isArray(list)) return list;
  return list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function asExpected({
  path,
  compiled,
  cardinality,
  single,
  cost,
  isOverLimit,
}: RuleReport): JsonObject {
  const { rule, error, usesOldSelf, message, fieldPath } = compiled;
  return {
    path,
    rule: rule.rule,
    usesOldSelf,
    maxCost: String(single.rule),
    maxCardinality: String(single.maxCardinality),
    cardinality: cardinality === undefined ? "unbounded" : String(cardinality),
    expressionCost: String(cost),
    overPerRuleLimit: isOverLimit,
    ...(error === undefined ? {} : { error }),
    // The vectors omit a cost of zero.
    ...(single.message === 0n ? {} : { messageExpressionMaxCost: String(single.message) }),
    ...(message?.error === undefined ? {} : { messageExpressionError: message.error }),
    ...(fieldPath === undefined ? {} : { fieldPath }),
  };
}

function objectDifferences(
  vector: JsonObject,
  expect: JsonObject,
): readonly (string | undefined)[] {
  const object = member(vector, "object");
  const structural = structuralOf(vector);
  if (object === undefined || structural === undefined || member(expect, "errors") === undefined)
    return [];
  const isRoot = member(vector, "isResourceRoot") === true;
  const evaluated = (options: EvaluationOptions) =>
    allEngines.rules.evaluateRules(structural, isRoot, object, options);
  const first = evaluated({});
  const differences = [
    errorDifference("create", first.errors, member(expect, "errors")),
    // The vectors have no cost for a schema without rules.
    member(expect, "cost") === undefined
      ? undefined
      : differenceOfValues("cost", costOf(first.remaining), member(expect, "cost")),
  ];
  const update = member(expect, "update");
  if (!isObject(update)) return differences;
  const old = member(vector, "old") ?? null;
  const plain = evaluated({ old });
  const ratcheted = evaluated({ old, ratcheting: true });
  return [
    ...differences,
    errorDifference("update", plain.errors, member(update, "plain")),
    differenceOfValues("update cost", costOf(plain.remaining), member(update, "cost")),
    errorDifference("ratcheted", ratcheted.errors, member(update, "ratcheted")),
  ];
}

function costOf(remaining: number): JsonValue {
  return remaining < 0 ? "exceeded" : objectCostLimit - remaining;
}
