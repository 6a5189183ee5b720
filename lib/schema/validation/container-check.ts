import { deepEqual } from "../../go/equal.ts";
import { marshal } from "../../go/print.ts";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.ts";
import { type Fault, faultAt, type Outcome, type Place, pathOf } from "./result.ts";
import type { SchemaNode } from "./schema-node.ts";

/**
 * Checks a map apart from what its members hold: how many they are, and which ones must be there.
 * Source: k8s.io/kube-openapi@v0.0.0-20260317180543-43fb72c5454a pkg/validation/validate/object_validator.go.
 */
export function checkWholeObject(
  node: SchemaNode,
  value: JsonObject,
  size: number,
  at: Place | undefined,
  outcome: Outcome,
): void {
  const { minProperties, maxProperties } = node;
  if (minProperties !== undefined && size < minProperties) {
    refuseCount(`should have at least ${minProperties} properties`, size, at, outcome);
  }
  if (maxProperties !== undefined && size > maxProperties) {
    const why = `should have at most ${maxProperties} properties`;
    outcome.refuse(() => tooMany(why, size, maxProperties, at));
  }
  for (const name of node.required) {
    if (!Object.hasOwn(value, name)) requireProperty(name, at, outcome);
  }
}

/** Refuses a member that `additionalProperties: false` forbids. */
export function forbidProperty(name: string, at: Place | undefined, outcome: Outcome): void {
  outcome.refuse(() => {
    const path = pathOf(at);
    return faultAt(path, `${path}.${name} in body is a forbidden property`, { badValue: name });
  });
}

function requireProperty(name: string, at: Place | undefined, outcome: Outcome): void {
  outcome.refuse(() => {
    const path = `${pathOf(at)}.${name}`;
    const sentence = `${path} in body is required`;
    return faultAt(path, sentence, { type: "FieldValueRequired", detail: "", badValue: "" });
  });
}

/**
 * Checks a list apart from what its items hold: how many they are, and that none repeats.
 * Source: k8s.io/kube-openapi@v0.0.0-20260317180543-43fb72c5454a pkg/validation/validate/slice_validator.go.
 */
export function checkWholeList(
  node: SchemaNode,
  value: JsonArray,
  at: Place | undefined,
  outcome: Outcome,
): void {
  const { minItems, maxItems } = node;
  if (minItems !== undefined && value.length < minItems) {
    refuseCount(`should have at least ${minItems} items`, value.length, at, outcome);
  }
  if (maxItems !== undefined && value.length > maxItems) {
    const why = `should have at most ${maxItems} items`;
    outcome.refuse(() => tooMany(why, value.length, maxItems, at));
  }
  if (node.uniqueItems && hasDuplicate(value)) {
    outcome.refuse(() => {
      const path = pathOf(at);
      return faultAt(path, `${path} in body shouldn't contain duplicates`, { badValue: "" });
    });
  }
}

/** Compares only items of one text: a long list takes no quadratic time. -0 and 0 are equal, whatever their texts. */
function hasDuplicate(list: JsonArray): boolean {
  const byText = new Map<string, JsonValue[]>();
  for (const item of list) {
    const text = marshal(item).replace(/-0(?![.\d])/g, "0");
    const alike = byText.get(text) ?? [];
    if (alike.some((earlier) => deepEqual(item, earlier))) return true;
    byText.set(text, [...alike, item]);
  }
  return false;
}

function refuseCount(why: string, count: number, at: Place | undefined, outcome: Outcome): void {
  outcome.refuse(() => {
    const path = pathOf(at);
    return faultAt(path, `${path} in body ${why}`, { badValue: count });
  });
}

function tooMany(why: string, count: number, limit: number, at: Place | undefined): Fault {
  const path = pathOf(at);
  return faultAt(path, `${path} in body ${why}`, {
    type: "FieldValueTooMany",
    detail:
      limit < 0
        ? "has too many items"
        : `must have at most ${limit} ${limit === 1 ? "item" : "items"}`,
    badValue: count,
  });
}
