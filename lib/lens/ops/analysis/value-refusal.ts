import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { Constraint } from "../../../schema/constraint/constraint.ts";
import { constraintsOf } from "../../../schema/constraint/constraints-of.ts";
import type { Structural } from "../../../schema/structural/structural.ts";
import { itemNode, memberNode, type SchemaNode } from "../../language/schema-node.ts";
import { keywordConstraintText, meetsConstraint } from "./constraint-tests.ts";
import { typeText } from "./type-text.ts";

/**
 * Why a schema refuses a value, in a few words; undefined if it allows the value. Does not evaluate allOf, anyOf, oneOf, not, CEL
 * rules, whether items are unique, and whether a value is a resource.
 */
export function refusalReason(node: SchemaNode, value: JsonValue): string | undefined {
  if (node === "free") return undefined;
  if (node === "none") return "there is no such field";
  const [refusing] = refusingConstraints(node, value);
  if (refusing !== undefined) return reasonText(refusing, node);
  if (isArray(value)) return itemMisfit(node, value);
  return isObject(value) ? memberMisfit(node, value) : undefined;
}

/** The constraints of a schema that refuse a value. Its items and members are not checked. */
export function refusingConstraints(node: SchemaNode, value: JsonValue): readonly Constraint[] {
  if (typeof node === "string") return [];
  const refusing = constraintsOf(node, []).filter(
    (constraint) => !meetsConstraint(constraint, value),
  );
  const isOther = refusing.some(({ keyword }) => keyword === "type");
  return isOther ? refusing.filter(({ keyword }) => keyword === "type") : refusing;
}

function reasonText(constraint: Constraint, node: Structural): string {
  switch (constraint.keyword) {
    case "type":
      return `the type must be ${typeText(node)}`;
    case "nullable":
      return "null is not allowed";
    case "enum":
      return `it must be one of ${constraint.value.map((word) => stringify(word)).join(", ")}`;
    case "required":
      return `${constraint.value} is required`;
    default:
      return keywordConstraintText(constraint);
  }
}

function itemMisfit(node: Structural, list: JsonArray): string | undefined {
  for (const [index, item] of list.entries()) {
    const fault = refusalReason(itemNode(node), item);
    if (fault !== undefined) return `[${index}]: ${fault}`;
  }
  return undefined;
}

function memberMisfit(node: Structural, map: JsonObject): string | undefined {
  for (const [key, value] of Object.entries(map)) {
    const fault = refusalReason(memberNode(node, key), value);
    if (fault !== undefined) return `${key}: ${fault}`;
  }
  return undefined;
}
