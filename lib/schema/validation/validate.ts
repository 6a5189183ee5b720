import { isDeeperThan } from "../../json/parse.ts";
import { isObject, type JsonValue } from "../../json/value.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { type Acceptance, acceptanceOf } from "./acceptance.ts";
import { Correlation } from "./correlation.ts";
import { distinctErrors, NodeResult, rootFault } from "./result.ts";
import { compileNode } from "./schema-node.ts";
import { checkValue } from "./value-check.ts";

/** Validates values against one schema. */
export interface Validator {
  /** The faults of a created object, in the order of its members; empty if it is valid. */
  validate(value: JsonValue): FieldError[];
  /**
   * The faults of an updated object. With ratcheting, faults of unchanged values are ignored: members are compared by name,
   * items of map lists by their keys, other lists as a whole.
   */
  validateUpdate(
    value: JsonValue,
    old: JsonValue,
    options: { readonly ratcheting: boolean },
  ): FieldError[];
}

/** The most levels of lists and maps in a schema: a node takes two of them, and the walk recurses. */
const maxSchemaDepth = 1000;

/**
 * Compiles a JSONSchemaProps for value validation: types, formats, enums, bounds, patterns, required members and junctors
 * (allOf, anyOf, oneOf, not), but neither list types nor rules (`x-kubernetes-validations`).
 *
 * Errors: a keyword with a value of a wrong type counts as absent; a schema deeper than 1,000 levels refuses each value with
 * an InternalError. Patterns need `preparePatterns` first.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/validation/validation.go, NewSchemaValidator;
 * k8s.io/kube-openapi@v0.0.0-20260317180543-43fb72c5454a pkg/validation/validate.
 */
export function compileValidator(schema: JsonValue): Validator {
  if (isDeeperThan(schema, maxSchemaDepth)) return tooDeep;
  const node = compileNode(isObject(schema) ? schema : {});
  let accepts: Acceptance | undefined;
  const check = (value: JsonValue, past?: Correlation): FieldError[] => {
    accepts ??= acceptanceOf(node);
    if (accepts(value)) return [];
    const outcome = new NodeResult({ quiet: false });
    checkValue(node, value, undefined, outcome, past);
    return distinctErrors(outcome.faults);
  };
  return {
    validate: (value) => check(value),
    validateUpdate: (value, old, { ratcheting }) =>
      check(value, ratcheting ? new Correlation(value, old, node) : undefined),
  };
}

const tooDeepErrors = (): FieldError[] => {
  const { error } = rootFault(`the schema is nested deeper than ${maxSchemaDepth} levels`);
  return [{ ...error, type: "InternalError" }];
};

const tooDeep: Validator = { validate: tooDeepErrors, validateUpdate: tooDeepErrors };
