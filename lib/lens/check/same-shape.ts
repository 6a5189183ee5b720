import { equal } from "../../json/equal.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { isFree, type SchemaNode } from "../language/schema-node.ts";
import { typeText } from "../ops/analysis/type-text.ts";

/**
 * True for two schemas that agree in type, text format, enum words and members at every depth. Bounds may differ. False if either
 * allows any JSON.
 */
export function isSameShape(one: SchemaNode, other: SchemaNode): boolean {
  if (typeof one === "string" || typeof other === "string") return false;
  return !isFree(one) && !isFree(other) && haveSameShape(one, other);
}

function haveSameShape(one: Structural, other: Structural): boolean {
  return (
    typeText(one) === typeText(other) &&
    areSameWords(wordsIn(one), wordsIn(other)) &&
    textFormat(one) === textFormat(other) &&
    areSame(one.items, other.items) &&
    areSame(valueSchema(one), valueSchema(other)) &&
    haveSameMembers(one, other)
  );
}

function areSame(one: Structural | undefined, other: Structural | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return haveSameShape(one, other);
}

function haveSameMembers({ properties: one }: Structural, { properties: other }: Structural) {
  if ((one?.size ?? 0) !== (other?.size ?? 0)) return false;
  return [...(one ?? [])].every(([key, member]) => {
    const partner = other?.get(key);
    return partner !== undefined && haveSameShape(member, partner);
  });
}

function valueSchema({ additionalProperties }: Structural): Structural | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** The format of a text. Formats of numbers are ignored: they are bounds. */
function textFormat({ type, validation }: Structural): string | undefined {
  return type === "string" ? validation?.format : undefined;
}

function wordsIn({ validation }: Structural): readonly JsonValue[] | undefined {
  return validation?.enum?.filter((word) => word !== null && word !== "");
}

function areSameWords(
  one: readonly JsonValue[] | undefined,
  other: readonly JsonValue[] | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other;
  const isIn = (word: JsonValue): boolean => other.some((each) => equal(word, each));
  return one.length === other.length && one.every(isIn);
}

/**
 * How specific a shape is: how many words an enum has, or how many members a map has. A list is as specific as its items, a map
 * with arbitrary keys as its values. 1 for a shape that many fields have, such as a text.
 */
export function shapeSpecificity(node: SchemaNode): number {
  if (typeof node === "string") return 1;
  const inner = node.items ?? valueSchema(node);
  if (inner !== undefined) return shapeSpecificity(inner);
  return Math.max(node.properties?.size ?? 0, wordsIn(node)?.length ?? 0, 1);
}

/** True for a scalar with an enum, and a list or map of such scalars. */
export function holdsEnum(node: SchemaNode): boolean {
  if (typeof node === "string") return false;
  const inner = node.items ?? valueSchema(node);
  return inner === undefined ? node.validation?.enum !== undefined : holdsEnum(inner);
}
