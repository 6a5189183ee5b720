import { equal } from "../../../json/equal.ts";
import {
  Float,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { Structural, ValueValidation } from "../../../schema/structural/structural.ts";
import { itemNode, memberNode, type SchemaNode } from "../../language/schema-node.ts";
import { isOfFormat, matchesPattern } from "./text-tests.ts";
import { typeText } from "./type-text.ts";

/**
 * Why a place refuses a value, in a few words; undefined where it takes it. Junctors and rules are not asked, nor
 * patterns that only RE2 can read while it is not loaded.
 */
export function misfit(node: SchemaNode, value: JsonValue): string | undefined {
  if (node === "free") return undefined;
  if (node === "none") return "there is no such field";
  if (value === null) return isNullable(node) ? undefined : "null is not allowed";
  if (!isOfType(node, value)) return `it is ${typeText(node)}`;
  const { enum: words } = node.validation ?? {};
  if (words !== undefined && !words.some((word) => equal(word, value))) {
    return `it is one of ${words.map((word) => stringify(word)).join(", ")}`;
  }
  return boundMisfit(node.validation ?? {}, value) ?? partMisfit(node, value);
}

/** True where null may stand: also where no type is given. */
export function isNullable(node: Structural): boolean {
  return node.nullable || (node.type === "" && !node.x.intOrString);
}

function isOfType({ type, x }: Structural, value: JsonValue): boolean {
  if (x.intOrString) return typeof value === "string" || isInteger(value);
  switch (type) {
    case "":
      return true;
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

/** Why a scalar, or the size of a container, is out of bounds. */
export function boundMisfit(bounds: ValueValidation, value: JsonValue): string | undefined {
  const number = numberIn(value);
  if (number !== undefined) return numberMisfit(bounds, number);
  if (typeof value === "string") return textMisfit(bounds, value);
  if (isArray(value)) {
    return sizeMisfit(value.length, bounds.minItems, bounds.maxItems, "items");
  }
  if (!isObject(value)) return undefined;
  const size = Object.keys(value).length;
  return sizeMisfit(size, bounds.minProperties, bounds.maxProperties, "members");
}

function numberMisfit(bounds: ValueValidation, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = bounds;
  if (minimum !== undefined && (exclusiveMinimum === true ? value <= minimum : value < minimum)) {
    return `minimum ${minimum}`;
  }
  if (maximum !== undefined && (exclusiveMaximum === true ? value >= maximum : value > maximum)) {
    return `maximum ${maximum}`;
  }
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    return `multiples of ${multipleOf}`;
  }
  const isInt32 = value >= -(2 ** 31) && value < 2 ** 31;
  return format === "int32" && !isInt32 ? "32 bits" : undefined;
}

function textMisfit(bounds: ValueValidation, text: string): string | undefined {
  const { pattern, format } = bounds;
  const size = sizeMisfit([...text].length, bounds.minLength, bounds.maxLength, "characters");
  if (size !== undefined) return size;
  if (pattern !== undefined && matchesPattern(pattern, text) === false) return `pattern ${pattern}`;
  return format !== undefined && !isOfFormat(format, text) ? `format ${format}` : undefined;
}

function sizeMisfit(
  size: number,
  least: number | undefined,
  most: number | undefined,
  what: string,
): string | undefined {
  if (least !== undefined && size < least) return `at least ${counted(least, what)}`;
  return most !== undefined && size > most ? `at most ${counted(most, what)}` : undefined;
}

/** `1 item`, `2 items`. */
export function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what.replace(/s$/, "") : what}`;
}

function partMisfit(node: Structural, value: JsonValue): string | undefined {
  if (isArray(value)) return itemMisfit(node, value);
  return isObject(value) ? memberMisfit(node, value) : undefined;
}

function itemMisfit(node: Structural, list: JsonArray): string | undefined {
  for (const [index, item] of list.entries()) {
    const fault = misfit(itemNode(node), item);
    if (fault !== undefined) return `[${index}]: ${fault}`;
  }
  return undefined;
}

function memberMisfit(node: Structural, map: JsonObject): string | undefined {
  const missing = node.validation?.required?.find((key) => !Object.hasOwn(map, key));
  if (missing !== undefined) return `${missing} is required`;
  for (const key of Object.keys(map)) {
    const fault = misfit(memberNode(node, key), map[key] ?? null);
    if (fault !== undefined) return `${key}: ${fault}`;
  }
  return undefined;
}
