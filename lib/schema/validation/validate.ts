import { isDeeperThan } from "../../json/parse.ts";
import { isObject, type JsonValue } from "../../json/value.ts";
import type { ConstraintViolation } from "../constraint/constraint-violation.ts";
import type { FieldError } from "../field-error/field-error.ts";
import type { Re2 } from "../pattern/pattern.ts";
import { type Acceptance, acceptanceOf } from "./acceptance.ts";
import { Correlation } from "./correlation.ts";
import { distinctErrors, NodeResult, rootFault } from "./result.ts";
import { compileNode, type NodeOptions } from "./schema-node.ts";
import { checkValue } from "./value-check.ts";

/** Validates values against one schema. */
export interface Validator {
  /** The faults of a new object, in the order of its members; empty if the object is valid. */
  validate(value: JsonValue): FieldError[];
  /**
   * The faults of a new object, each with its constraint. A fault caused by several constraints is listed for each of
   * them.
   */
  refusals(value: JsonValue): readonly ConstraintViolation[];
  /**
   * The faults of an updated object. With ratcheting, faults of unchanged values are ignored: members are compared by
   * name, items of map lists by their keys, other lists as a whole.
   */
  validateUpdate(
    value: JsonValue,
    old: JsonValue,
    options: { readonly ratcheting: boolean },
  ): FieldError[];
}

/** The most levels of lists and maps in a schema. Each nested schema takes two, and compiling recurses. */
const maxSchemaDepth = 1000;

/**
 * Compiles a JSONSchemaProps for validating values: types, formats, enums, bounds, patterns, required members and
 * junctors (allOf, anyOf, oneOf, not). List types and rules (`x-kubernetes-validations`) are not included.
 *
 * Errors: a keyword with a value of the wrong type counts as absent. A schema deeper than 1,000 levels refuses every
 * value with an InternalError. Validating throws {@link Re2MissingError} if a pattern needs RE2 and it was not passed.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/validation/validation.go,
 * NewSchemaValidator; https://github.com/kubernetes/kube-openapi/tree/43fb72c5454a/pkg/validation/validate.
 */
export function compileValidator(
  schema: JsonValue,
  re2: Re2 | undefined,
  options: Pick<NodeOptions, "allFormats"> = {},
): Validator {
  if (isDeeperThan(schema, maxSchemaDepth)) return tooDeep;
  const node = compileNode(isObject(schema) ? schema : {}, { ...options, re2 });
  let accepts: Acceptance | undefined;
  const faultsOf = (value: JsonValue, correlation?: Correlation): NodeResult["faults"] => {
    accepts ??= acceptanceOf(node);
    if (accepts(value)) return [];
    const outcome = new NodeResult({ quiet: false });
    checkValue(node, value, undefined, outcome, correlation);
    return outcome.faults;
  };
  const check = (value: JsonValue, correlation?: Correlation): FieldError[] =>
    distinctErrors(faultsOf(value, correlation));
  return {
    validate: (value) => check(value),
    refusals: (value) => faultsOf(value).map(({ error, constraint }) => ({ error, constraint })),
    validateUpdate: (value, old, { ratcheting }) =>
      check(value, ratcheting ? new Correlation(value, old, node) : undefined),
  };
}

const tooDeepErrors = (): FieldError[] => {
  const { error } = rootFault(`the schema is nested deeper than ${maxSchemaDepth} levels`);
  return [{ ...error, type: "InternalError" }];
};

const tooDeep: Validator = {
  validate: tooDeepErrors,
  validateUpdate: tooDeepErrors,
  refusals: () => tooDeepErrors().map((error) => ({ error, constraint: undefined })),
};
