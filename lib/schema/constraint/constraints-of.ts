import { isSupportedFormat } from "../formats/formats.ts";
import type { NestedValueValidation, Structural } from "../structural/structural.ts";
import type { Constraint, ConstraintType, JunctorKeyword, SizeKeyword } from "./constraint.ts";
import type { SchemaPath } from "./schema-path.ts";

/**
 * The constraints that a schema declares itself, without those of its members and items. `path` is the path of the
 * schema; the path of a `required` constraint is that of the required member. A {@link ConstraintViolation} names one
 * of these constraints.
 */
export function constraintsOf(node: Structural, path: SchemaPath): readonly Constraint[] {
  const { x, validation = {} } = node;
  const type = constraintTypeOf(node);
  const found: Constraint[] = [];
  if (type !== undefined) found.push({ path, keyword: "type", value: type });
  if (type !== undefined && !node.nullable) found.push({ path, keyword: "nullable", value: false });
  if (x.embeddedResource) found.push({ path, keyword: "embedded", value: true });
  if (validation.enum !== undefined) found.push({ path, keyword: "enum", value: validation.enum });
  found.push(...numberConstraints(node, path), ...sizeConstraints(node, path));
  const { pattern = "", format = "" } = validation;
  if (pattern !== "") found.push({ path, keyword: "pattern", value: pattern });
  const formatType = x.intOrString ? "" : node.type;
  if (format !== "" && isSupportedFormat(format, formatType)) {
    found.push({ path, keyword: "format", value: format });
  }
  const { listType, listMapKeys = [] } = x;
  if (validation.uniqueItems === true || listType === "set") {
    found.push({ path, keyword: "unique", value: true });
  }
  if (listType === "map") found.push({ path, keyword: "unique", value: listMapKeys });
  found.push(...junctorConstraints(node, path));
  for (const name of validation.required ?? []) {
    found.push({ path: [...path, name], keyword: "required", value: name });
  }
  for (const rule of x.validations ?? []) found.push({ path, keyword: "rule", value: rule, rule });
  return found;
}

/** The type that a schema requires; undefined if it allows any type. */
export function constraintTypeOf({ type, x }: Structural): ConstraintType | undefined {
  if (x.intOrString) return "int-or-string";
  return type === "" ? undefined : type;
}

function numberConstraints(
  { validation = {} }: Structural,
  path: SchemaPath,
): readonly Constraint[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = validation;
  const found: Constraint[] = [];
  if (minimum !== undefined) {
    const value = { value: minimum, isExclusive: exclusiveMinimum === true };
    found.push({ path, keyword: "minimum", value });
  }
  if (maximum !== undefined) {
    const value = { value: maximum, isExclusive: exclusiveMaximum === true };
    found.push({ path, keyword: "maximum", value });
  }
  if (multipleOf !== undefined) found.push({ path, keyword: "multipleOf", value: multipleOf });
  return found;
}

const sizeKeywords: readonly SizeKeyword[] = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
];

function sizeConstraints({ validation = {} }: Structural, path: SchemaPath): readonly Constraint[] {
  return sizeKeywords.flatMap((keyword): readonly Constraint[] => {
    const value = validation[keyword];
    return value === undefined ? [] : [{ path, keyword, value }];
  });
}

/** The junctors, in the order in which their constraints are listed. */
const junctorKeywords: readonly JunctorKeyword[] = ["allOf", "anyOf", "oneOf", "not"];

function junctorConstraints(node: Structural, path: SchemaPath): readonly Constraint[] {
  return junctorKeywords.flatMap((keyword): readonly Constraint[] => {
    const value = branchesOf(node, keyword);
    return value.length === 0 ? [] : [{ path, keyword, value }];
  });
}

function branchesOf(
  { validation = {} }: Structural,
  keyword: JunctorKeyword,
): readonly NestedValueValidation[] {
  if (keyword !== "not") return validation[keyword] ?? [];
  return validation.not === undefined ? [] : [validation.not];
}
