import { deepEqual } from "../../go/equal.ts";
import { marshal } from "../../go/print.ts";
import { counted } from "../../json/counted.ts";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.ts";
import {
  faultAt,
  type NodeResult,
  printedPath,
  type ValidationFault,
  type ValuePath,
} from "./result.ts";
import type { ValidationNode } from "./schema-node.ts";

/**
 * Checks the number of a map's members and that required members are present. Does not check the members' values.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/validate/object_validator.go.
 */
export function checkWholeObject(
  node: ValidationNode,
  value: JsonObject,
  size: number,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  const { minProperties, maxProperties } = node;
  if (minProperties !== undefined && size < minProperties) {
    const why = `should have at least ${minProperties} properties`;
    outcome.refuse("minProperties", at, () => tooFew(why, size, at));
  }
  if (maxProperties !== undefined && size > maxProperties) {
    const why = `should have at most ${maxProperties} properties`;
    outcome.refuse("maxProperties", at, () => tooMany(why, size, maxProperties, at));
  }
  for (const name of node.required) {
    if (!Object.hasOwn(value, name)) requireProperty(name, at, outcome);
  }
}

/** Reports a member that `additionalProperties: false` forbids. */
export function forbidProperty(name: string, at: ValuePath | undefined, outcome: NodeResult): void {
  outcome.refuse(undefined, at, () => {
    const path = printedPath(at);
    return faultAt(path, `${path}.${name} in body is a forbidden property`, { badValue: name });
  });
}

function requireProperty(name: string, at: ValuePath | undefined, outcome: NodeResult): void {
  outcome.refuse("required", { outer: at, name, dotted: false }, () => {
    const path = `${printedPath(at)}.${name}`;
    const sentence = `${path} in body is required`;
    return faultAt(path, sentence, { type: "FieldValueRequired", detail: "", badValue: "" });
  });
}

/**
 * Checks the number of a list's items and that they are unique (`uniqueItems`). Does not check the items' values.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/validate/slice_validator.go.
 */
export function checkWholeList(
  node: ValidationNode,
  value: JsonArray,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  const { minItems, maxItems } = node;
  if (minItems !== undefined && value.length < minItems) {
    const why = `should have at least ${minItems} items`;
    outcome.refuse("minItems", at, () => tooFew(why, value.length, at));
  }
  if (maxItems !== undefined && value.length > maxItems) {
    const why = `should have at most ${maxItems} items`;
    outcome.refuse("maxItems", at, () => tooMany(why, value.length, maxItems, at));
  }
  if (node.uniqueItems && hasDuplicate(value)) {
    outcome.refuse("unique", at, () => {
      const path = printedPath(at);
      return faultAt(path, `${path} in body shouldn't contain duplicates`, { badValue: "" });
    });
  }
}

/**
 * True if two items are equal. Compares only items with the same text, because comparing all pairs of a long list would
 * take quadratic time. -0 and 0 have the same text.
 */
function hasDuplicate(list: JsonArray): boolean {
  const byText = new Map<string, JsonValue[]>();
  for (const item of list) {
    const text = marshal(item).replace(/-0(?![.\d])/g, "0");
    const earlier = byText.get(text) ?? [];
    if (earlier.some((other) => deepEqual(item, other))) return true;
    byText.set(text, [...earlier, item]);
  }
  return false;
}

function tooFew(why: string, count: number, at: ValuePath | undefined): ValidationFault {
  const path = printedPath(at);
  return faultAt(path, `${path} in body ${why}`, { badValue: count });
}

function tooMany(
  why: string,
  count: number,
  limit: number,
  at: ValuePath | undefined,
): ValidationFault {
  const path = printedPath(at);
  return faultAt(path, `${path} in body ${why}`, {
    type: "FieldValueTooMany",
    detail: limit < 0 ? "has too many items" : `must have at most ${counted(limit, "item")}`,
    badValue: count,
  });
}
