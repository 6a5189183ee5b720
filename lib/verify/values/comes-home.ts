import {
  admits,
  itemNode,
  memberNode,
  type SchemaNode,
} from "../../conversion/lens/schema-node.ts";
import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";

/**
 * True where a value came home as it was, but for what its schema refuses: places that it does not declare, values of a
 * wrong type. Nobody may bring these back out of an annotation.
 */
export function comesHome(
  before: JsonValue | undefined,
  home: JsonValue | undefined,
  schema: SchemaNode,
): boolean {
  if (equal(before, home)) return true;
  if (before === undefined) return false;
  if (isObject(before) && isObject(home)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(home)]);
    return [...keys].every((key) =>
      comesHome(member(before, key), member(home, key), memberNode(schema, key)),
    );
  }
  if (isArray(before) && isArray(home) && before.length === home.length) {
    return before.every((item, index) => comesHome(item, home[index], itemNode(schema)));
  }
  return !admits(schema, before);
}
