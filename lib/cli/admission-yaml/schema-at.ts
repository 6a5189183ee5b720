import { keysOfPath } from "../../admission/path-keys.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";

/** The schema of the metadata that rules may read and defaults may set. */
const metadataSchema: JsonObject = {
  type: "object",
  properties: {
    name: { type: "string" },
    namespace: { type: "string" },
    labels: { type: "object", additionalProperties: { type: "string" } },
    annotations: { type: "object", additionalProperties: { type: "string" } },
  },
};

/**
 * The schema at a path of a version's objects, whose schema is `root`. `{}` for an undeclared field in a map that preserves
 * unknown fields. If the objects can't have a field at the path, a text with the reason.
 */
export function schemaAt(root: JsonObject, path: string): JsonObject | string {
  let schema = root;
  let at = "";
  for (const [index, key] of keysOfPath(path).entries()) {
    const isMetadata = index === 0 && key === "metadata";
    const next: JsonValue | undefined = isMetadata ? metadataSchema : schemaKeywordAt(schema, key);
    if (!isObject(next)) {
      if (member(schema, "x-kubernetes-preserve-unknown-fields") === true) return {};
      return key === "*"
        ? `${at} is not a list`
        : `there is no field ${at === "" ? key : `${at}.${key}`}`;
    }
    at = key === "*" ? `${at}[*]` : at === "" ? key : `${at}.${key}`;
    schema = next;
  }
  return at === "" ? "is not a path such as spec.a.b" : schema;
}

function schemaKeywordAt(schema: JsonObject, key: string): JsonValue | undefined {
  if (key === "*") return member(schema, "items");
  const properties = member(schema, "properties");
  const declared = isObject(properties) ? member(properties, key) : undefined;
  return declared ?? member(schema, "additionalProperties");
}
