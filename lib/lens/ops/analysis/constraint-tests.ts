import { equal } from "../../../json/equal.ts";
import { Float, isArray, isObject, type JsonValue } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { Constraint, ConstraintType } from "../../../schema/constraint/constraint.ts";
import { isOfFormat, matchesPattern } from "./text-tests.ts";

/**
 * True if a constraint allows a value. Items and members of the value are not checked. True for allOf, anyOf, oneOf, not, CEL
 * rules, `unique` and `embedded`, which are not evaluated.
 */
export function meetsConstraint(constraint: Constraint, value: JsonValue): boolean {
  if (value === null) return constraint.keyword !== "nullable";
  const number = numberIn(value);
  switch (constraint.keyword) {
    case "type":
      return isOfType(constraint.value, value);
    case "enum":
      return constraint.value.some((word) => equal(word, value));
    case "minimum": {
      const { value: limit, isExclusive } = constraint.value;
      return number === undefined || (isExclusive ? number > limit : number >= limit);
    }
    case "maximum": {
      const { value: limit, isExclusive } = constraint.value;
      return number === undefined || (isExclusive ? number < limit : number <= limit);
    }
    case "multipleOf":
      return number === undefined || Number.isInteger(number / constraint.value);
    case "pattern":
      return typeof value !== "string" || matchesPattern(constraint.value, value);
    case "format":
      if (typeof value === "string") return isOfFormat(constraint.value, value);
      return constraint.value !== "int32" || number === undefined || isInt32(number);
    case "required":
      return !isObject(value) || Object.hasOwn(value, constraint.value);
    case "minLength":
    case "minItems":
    case "minProperties": {
      const size = measuredBy(value, constraint.keyword);
      return size === undefined || size >= constraint.value;
    }
    case "maxLength":
    case "maxItems":
    case "maxProperties": {
      const size = measuredBy(value, constraint.keyword);
      return size === undefined || size <= constraint.value;
    }
    default:
      return true;
  }
}

function isInt32(number: number): boolean {
  return number >= -(2 ** 31) && number < 2 ** 31;
}

function isOfType(type: ConstraintType, value: JsonValue): boolean {
  switch (type) {
    case "int-or-string":
      return typeof value === "string" || isInteger(value);
    case "object":
      return isObject(value);
    case "array":
      return isArray(value);
    case "integer":
      return isInteger(value);
    case "number":
      return numberIn(value) !== undefined;
    default:
      return typeof value === type;
  }
}

function isInteger(value: JsonValue): boolean {
  return typeof value === "bigint" || Number.isInteger(numberIn(value));
}

function numberIn(value: JsonValue): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  return value instanceof Float ? value.value : undefined;
}

/** The size that a keyword limits: characters, items or members. Undefined for values of other types. */
function measuredBy(value: JsonValue, keyword: string): number | undefined {
  if (keyword.endsWith("Length")) return typeof value === "string" ? [...value].length : undefined;
  if (keyword.endsWith("Items")) return isArray(value) ? value.length : undefined;
  return isObject(value) ? Object.keys(value).length : undefined;
}

/** A constraint as messages show it, beginning with its keyword: `minItems 1`, `enum "a", "b"`. */
export function keywordConstraintText(constraint: Constraint): string {
  switch (constraint.keyword) {
    case "minimum":
    case "maximum": {
      const { value, isExclusive } = constraint.value;
      return `${constraint.keyword} ${value}${isExclusive ? ", exclusive" : ""}`;
    }
    case "enum":
      return `enum ${constraint.value.map((word) => stringify(word)).join(", ")}`;
    case "nullable":
      return "nullable, no null";
    case "unique":
      return constraint.value === true
        ? "unique, no item twice"
        : `unique, no two items with the same ${constraint.value.join(" and ")}`;
    case "embedded":
      return "embedded, a resource with apiVersion, kind and metadata";
    case "rule":
      return `rule ${constraint.value.message ?? constraint.value.rule}`;
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "not":
      return constraint.keyword;
    default:
      return `${constraint.keyword} ${constraint.value}`;
  }
}
