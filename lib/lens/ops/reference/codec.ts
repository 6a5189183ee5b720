import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../../json/value.ts";
import type { ReferenceRule } from "../../language/rule.ts";
import { type One, type OneCodec, type Unreadable, unreadable } from "../codec.ts";

/**
 * A reference by apiVersion, kind and name as one by apiGroup, kind and name; the group's version comes from the table
 * (`""` is the core group). Members that are missing stay missing. With `namespace: "own"` a reference with a name gets
 * the object's namespace, where that is known.
 *
 * A group that the table lacks, and a member that is not a string, make the reference unreadable.
 * Lossy: a version that is not the table's; namespace, uid and all other members.
 */
export function referenceCodec({
  versions,
  namespace,
  group: groupKey = "apiGroup",
}: Pick<ReferenceRule, "versions" | "namespace" | "group">): OneCodec {
  const table = new Map(Object.entries(versions));
  const groupOf = (apiVersion: string): string | undefined => {
    const slash = apiVersion.indexOf("/");
    const group = slash < 0 ? "" : apiVersion.slice(0, slash);
    return table.has(group) && apiVersion.length > slash + 1 ? group : undefined;
  };
  const apiVersionOf = (group: string): string | undefined => {
    const version = table.get(group);
    return group === "" || version === undefined ? version : `${group}/${version}`;
  };
  const forward: One = (value) => renamed(value, "apiVersion", groupKey, groupOf);
  const backward: One = (value, run) => {
    const reference = renamed(value, groupKey, "apiVersion", apiVersionOf);
    if (reference === unreadable || namespace !== "own" || run.namespace === undefined) {
      return reference;
    }
    const isNamed = typeof member(reference, "name") === "string";
    return isNamed ? { ...reference, namespace: run.namespace } : reference;
  };
  return { forward, backward, exactForward: false, exactBackward: false };
}

/** The three members that count, the group's under its other name; null stays. */
function renamed(
  value: JsonValue,
  from: string,
  to: string,
  convert: (text: string) => string | undefined,
): JsonObject | Unreadable {
  if (!isObject(value)) return unreadable;
  const reference: MutableJsonObject = {};
  for (const key of [from, "kind", "name"]) {
    const said = member(value, key);
    if (said === undefined) continue;
    const text = typeof said === "string" && key === from ? convert(said) : said;
    if (typeof text !== "string" && text !== null) return unreadable;
    assign(reference, key === from ? to : key, text);
  }
  return reference;
}
