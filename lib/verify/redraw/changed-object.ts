import {
  assign,
  type Float,
  isArray,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { bodySchema } from "../body-schema.ts";
import { bodyOf } from "../samples/object-body.ts";
import { memberSchema } from "../schema-below.ts";

/** A text or number of an object, or a name in a map that the schema does not declare. */
export type Token = string | number | bigint | Float;

/** Gives what stands in the place of a token; `schema` is undefined for a name, and where none is declared. */
type TokenChange = (token: Token, schema: Structural | undefined) => JsonValue;

/** Names that Kubernetes itself gives, in metadata and in embedded objects. */
export const ownNames: ReadonlySet<string> = new Set([
  ...["apiVersion", "kind", "metadata", "name", "namespace", "labels", "annotations"],
]);

/** An object in which each token is changed. Null, booleans, type and declared names stay. */
export function changedObject(
  object: ReviewObject,
  schema: Structural | undefined,
  change: TokenChange,
): ReviewObject {
  const { apiVersion, kind, metadata } = object;
  const body = changed(bodyOf(object), schema && bodySchema(schema), change);
  return {
    apiVersion,
    kind,
    ...(metadata !== undefined && { metadata: changed(metadata, undefined, change) }),
    ...(isObject(body) && body),
  };
}

function changed(value: JsonValue, schema: Structural | undefined, change: TokenChange): JsonValue {
  if (isArray(value)) return value.map((item) => changed(item, schema?.items, change));
  if (value === null || typeof value === "boolean") return value;
  if (!isObject(value)) return change(value, schema);
  const map: MutableJsonObject = {};
  for (const [name, each] of Object.entries(value)) {
    const isDeclared = schema?.properties?.has(name) === true || ownNames.has(name);
    const key = isDeclared ? name : String(change(name, undefined));
    assign(map, key, changed(each, memberSchema(schema, name), change));
  }
  return map;
}
