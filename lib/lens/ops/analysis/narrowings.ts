import { equal } from "../../../json/equal.ts";
import type { JsonValue } from "../../../json/value.ts";
import type {
  Constraint,
  ConstraintType,
  JunctorKeyword,
  NumberLimit,
} from "../../../schema/constraint/constraint.ts";
import { constraintsOf, constraintTypeOf } from "../../../schema/constraint/constraints-of.ts";
import type {
  NestedValueValidation,
  Structural,
  ValueValidation,
} from "../../../schema/structural/structural.ts";
import { isFree, type SchemaNode } from "../../language/schema-node.ts";
import { keywordConstraintText, meetsConstraint } from "./constraint-tests.ts";
import { isEqualSchema } from "./equal-schema.ts";
import { valueText } from "./fault-texts.ts";

/** One way in which a schema allows less than another. */
export type Narrowing =
  /** The two schemas' types have no value in common. */
  | { readonly type: "type" }
  /** The other schema allows any member, but this one prunes members that it does not declare. */
  | { readonly type: "undeclared-members" }
  /**
   * A constraint that may refuse values which the other schema allows. `text`: the constraint, and an example of a refused value
   * if one is known.
   */
  | { readonly type: "constraint"; readonly constraint: Constraint; readonly text: string }
  /** An allOf, anyOf, oneOf or not that differs from the other schema's. Its branches are not interpreted. */
  | { readonly type: "junctor"; readonly junctor: JunctorKeyword };

/** What a schema refuses of the values that another schema allows. Schemas of members and items are not compared. */
export function narrowings(wide: SchemaNode, narrow: SchemaNode): readonly Narrowing[] {
  if (wide === narrow || narrow === "free" || wide === "none") return [];
  if (narrow === "none") return [{ type: "type" }];
  const form = wide === "free" ? anything : wide;
  if (isApart(form, narrow)) return [{ type: "type" }];
  const isOtherType = constraintsOf(narrow, []).filter((constraint) => {
    return constraint.keyword === "type" && !impliesConstraint(form, constraint);
  });
  if (isOtherType.length > 0) return isOtherType.map((constraint) => narrowingBy(form, constraint));
  return [
    ...(isOpen(form) && !isOpen(narrow) ? [{ type: "undeclared-members" } as const] : []),
    ...constraintsOf(narrow, []).flatMap((constraint) => narrowingsBy(form, narrow, constraint)),
  ];
}

/** True for a declared schema that may refuse a value as a whole, if the other version allows any JSON at its path. */
export function mayRefuseFreeValue(wide: SchemaNode, narrow: SchemaNode): boolean {
  if (!isFree(wide) || isFree(narrow) || typeof narrow === "string") return false;
  const { validation, properties } = narrow;
  const wanted = validation?.required?.filter((key) => properties?.get(key)?.default === undefined);
  return (
    (wanted ?? []).length > 0 ||
    narrowings(wide, narrow).some(({ type }) => type !== "undeclared-members")
  );
}

const anything: Structural = {
  type: "",
  nullable: true,
  x: { preserveUnknownFields: true, embeddedResource: false, intOrString: false },
};

function isOpen({ x }: Structural): boolean {
  return x.preserveUnknownFields || x.embeddedResource;
}

/** By type, the other types whose values are all of that type. */
const within: Readonly<Partial<Record<ConstraintType, readonly ConstraintType[]>>> = {
  number: ["integer"],
  "int-or-string": ["integer", "string"],
};

/** True for two types that have no value in common. */
function isApart(wide: Structural, narrow: Structural): boolean {
  const [from, to] = [constraintTypeOf(wide), constraintTypeOf(narrow)];
  if (from === undefined || to === undefined || from === to) return false;
  return within[to]?.includes(from) !== true && within[from]?.includes(to) !== true;
}

function narrowingsBy(
  wide: Structural,
  narrow: Structural,
  constraint: Constraint,
): readonly Narrowing[] {
  const { keyword } = constraint;
  // A required member depends on the rules that write it, and CEL rules are only evaluated by the server.
  if (keyword === "required" || keyword === "rule") return [];
  if (isJunctor(keyword)) {
    const [from, to] = [branchesOf(wide, keyword), branchesOf(narrow, keyword)];
    const isSame = to.length === 0 || isEqualSchema(from, to);
    return isSame ? [] : [{ type: "junctor", junctor: keyword }];
  }
  return impliesConstraint(wide, constraint) ? [] : [narrowingBy(wide, constraint)];
}

function isJunctor(keyword: Constraint["keyword"]): keyword is JunctorKeyword {
  return junctors.some((junctor) => junctor === keyword);
}

function narrowingBy(wide: Structural, constraint: Constraint): Narrowing {
  const [word] = refusedWords(wide, constraint);
  const example = word === undefined ? "" : `, as for ${valueText(word)}`;
  return { type: "constraint", constraint, text: `${keywordConstraintText(constraint)}${example}` };
}

/** The words of a schema's enum that a constraint refuses. */
function refusedWords({ validation }: Structural, constraint: Constraint): readonly JsonValue[] {
  return (validation?.enum ?? []).filter(
    (word) => word !== null && !meetsConstraint(constraint, word),
  );
}

/** True if the constraint certainly allows every value that the schema allows. */
function impliesConstraint(wide: Structural, constraint: Constraint): boolean {
  const { validation = {}, x } = wide;
  if (isOfWords(constraint) && validation.enum !== undefined) {
    return refusedWords(wide, constraint).length === 0;
  }
  switch (constraint.keyword) {
    case "type": {
      const own = constraintTypeOf(wide);
      const { value } = constraint;
      return own === value || (own !== undefined && within[value]?.includes(own) === true);
    }
    case "nullable":
      return constraintTypeOf(wide) !== undefined && !wide.nullable;
    case "embedded":
      return x.embeddedResource;
    case "enum":
      return false;
    case "minimum":
      return isAbove(lowerLimit(validation), constraint.value);
    case "maximum":
      return isStricterLimit(upperLimit(validation), constraint.value);
    case "multipleOf":
      return Number.isInteger((validation.multipleOf ?? 0.5 * constraint.value) / constraint.value);
    case "minLength":
    case "minItems":
    case "minProperties":
      return constraint.value <= (validation[constraint.keyword] ?? 0);
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return constraint.value >= (validation[constraint.keyword] ?? Number.POSITIVE_INFINITY);
    case "pattern":
      return constraint.value === validation.pattern;
    case "format":
      return isSurelyOf(constraint.value, validation);
    case "unique":
      return isSurelyUnique(wide, constraint.value);
    default:
      return false;
  }
}

/** True for a constraint that can be checked against each word of an enum. */
function isOfWords({ keyword }: Constraint): boolean {
  return !["type", "nullable", "unique", "embedded"].includes(keyword);
}

const int32: { readonly least: NumberLimit; readonly most: NumberLimit } = {
  least: { value: -(2 ** 31), isExclusive: false },
  most: { value: 2 ** 31 - 1, isExclusive: false },
};

function lowerLimit({
  minimum,
  exclusiveMinimum,
  format,
}: ValueValidation): NumberLimit | undefined {
  if (minimum !== undefined) return { value: minimum, isExclusive: exclusiveMinimum === true };
  return format === "int32" ? int32.least : undefined;
}

function upperLimit({
  maximum,
  exclusiveMaximum,
  format,
}: ValueValidation): NumberLimit | undefined {
  if (maximum !== undefined) return { value: maximum, isExclusive: exclusiveMaximum === true };
  return format === "int32" ? int32.most : undefined;
}

function isAbove(own: NumberLimit | undefined, limit: NumberLimit): boolean {
  if (own === undefined) return false;
  return (
    own.value > limit.value ||
    (own.value === limit.value && (own.isExclusive || !limit.isExclusive))
  );
}

function isStricterLimit(own: NumberLimit | undefined, limit: NumberLimit): boolean {
  if (own === undefined) return false;
  return (
    own.value < limit.value ||
    (own.value === limit.value && (own.isExclusive || !limit.isExclusive))
  );
}

/** Formats that the server doesn't check. */
const uncheckedFormats = ["int64", "double", "password"];

function isSurelyOf(format: string, validation: ValueValidation): boolean {
  if (format === validation.format || uncheckedFormats.includes(format)) return true;
  if (format !== "int32") return false;
  return (
    isAbove(lowerLimit(validation), int32.least) &&
    isStricterLimit(upperLimit(validation), int32.most)
  );
}

/** True if the schema guarantees that no two items are equal, or that no two have the same values for the keys. */
function isSurelyUnique({ x, validation }: Structural, keys: true | readonly string[]): boolean {
  if (keys === true) return validation?.uniqueItems === true || x.listType === "set";
  return x.listType === "map" && equal([...(x.listMapKeys ?? [])].sort(), [...keys].sort());
}

/** The keywords that contain schemas, all of which restrict a value. */
export const junctors: readonly JunctorKeyword[] = ["allOf", "anyOf", "oneOf", "not"];

/** The schemas inside an allOf, anyOf, oneOf or not, without those that only declare int-or-string. */
export function branchesOf(
  { x, validation = {} }: Structural,
  junctor: JunctorKeyword,
): readonly NestedValueValidation[] {
  if (junctor === "not") return validation.not === undefined ? [] : [validation.not];
  const { [junctor]: branches = [] } = validation;
  if (!x.intOrString) return branches;
  if (junctor === "anyOf") return branches.filter((branch) => !isTypeOnly(branch));
  return junctor === "allOf" ? branches.filter((branch) => !isTypeAnyOf(branch)) : branches;
}

function isTypeOnly({ type, ...others }: NestedValueValidation): boolean {
  return type !== undefined && Object.keys(others).length === 0;
}

function isTypeAnyOf({ anyOf, ...others }: NestedValueValidation): boolean {
  return anyOf?.every(isTypeOnly) === true && Object.keys(others).length === 0;
}
