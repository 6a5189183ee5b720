import { type Float, isArray, isObject, type JsonValue } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { bodySchema } from "../body-schema.ts";
import { bodyOf } from "../samples/object-body.ts";
import { memberSchema } from "../schema-below.ts";

/** A text or number in an object, or the name of a map member that the schema does not declare. */
export type ObjectToken = string | number | bigint | Float;

/** Returns the replacement for a token. `schema`: that of the token; undefined for a member name, and if none is declared. */
type TokenChange = (token: ObjectToken, schema: Structural | undefined) => JsonValue;

/** Member names that stay although no schema declares them: those of an object's type, and those of generated metadata. */
export const ownNames: ReadonlySet<string> = new Set([
  ...["apiVersion", "kind", "metadata", "name", "namespace", "labels", "annotations"],
]);

/**
 * A copy of an object with each token replaced by the result of `change`. Null, booleans, apiVersion, kind and declared member
 * names stay.
 */
export function changedObject(
  object: ReviewObject,
  schema: Structural | undefined,
  change: TokenChange,
): ReviewObject {
  const { apiVersion, kind, metadata } = object;
  const body = changedTokens(bodyOf(object), schema && bodySchema(schema), change);
  return {
    apiVersion,
    kind,
    ...(metadata !== undefined && { metadata: changedTokens(metadata, undefined, change) }),
    ...(isObject(body) && body),
  };
}

function changedTokens(
  value: JsonValue,
  schema: Structural | undefined,
  change: TokenChange,
): JsonValue {
  if (isArray(value)) return value.map((item) => changedTokens(item, schema?.items, change));
  if (value === null || typeof value === "boolean") return value;
  if (!isObject(value)) return change(value, schema);
  const members = Object.entries(value).map(([name, each]) => {
    const isDeclared = schema?.properties?.has(name) === true || ownNames.has(name);
    const key = isDeclared ? name : String(change(name, undefined));
    return [key, changedTokens(each, memberSchema(schema, name), change)];
  });
  return Object.fromEntries(members);
}
