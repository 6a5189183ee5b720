import { isObject, type JsonObject } from "../../json/value.ts";
import { authoring } from "../../lens/ops/authoring-registry.ts";
import { flag, object, text, words } from "../../lens/ops/yaml-schema.ts";

/** The schema of each op's rules, by the op's name, which is their first member. */
export const opSchemas: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(authoring).flatMap(([op, { yaml }]) => (yaml === undefined ? [] : [[op, yaml]])),
);

/** The JSON Schema of a whole `conversion.yaml`, for editors. */
export function documentSchema(): JsonObject {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title:
      "A conversion.yaml of Customhouse: what becomes of each field between two versions of a kind",
    ...lensSchema({ type: "array", items: { $ref: "#/definitions/rule" } }),
    definitions: {
      rule: { anyOf: Object.values(opSchemas) },
      rules: {
        anyOf: [{ type: "array", items: { $ref: "#/definitions/rule" } }, { type: "string" }],
        description:
          "Rules for the members, or the name of a lens. Paths start at the item or value.",
      },
    },
  };
}

/** The schemas of a document and of each op's rules. The rules within them are validated one by one. */
export function shallowSchemas(): Readonly<Record<string, JsonObject>> {
  const definitions = { rules: { type: ["array", "string"] } };
  return {
    document: shallowDocument,
    ...Object.fromEntries(
      Object.entries(opSchemas).map(([op, schema]) => [op, { ...schema, definitions }]),
    ),
  };
}

function lensSchema(rules: JsonObject): JsonObject {
  return object(
    {
      from: text("The older version."),
      to: text("The newer version."),
      rules: {
        ...rules,
        description:
          "What becomes of each field that is not identical in both versions. Rules have no order.",
      },
      lenses: {
        type: "object",
        additionalProperties: rules,
        description:
          "Rules by name, for `use` and for `rules` within a rule. A lens may use itself.",
      },
      stash: words(
        ["split", "packed"],
        "How values that one version can't represent are preserved: split (default), one annotation for each entry; " +
          "packed, one for all, for kinds that nobody applies server-side in two versions.",
      ),
      entries: words(
        ["any", "valid"],
        "valid (default): a preserved value that the version's schema refuses or does not declare is held back in its annotation; any: it is applied.",
      ),
      conversionGuard: flag(
        "true: the validating function denies writes of objects that can't be converted to every version, or would not be " +
          "valid in it. For the whole kind: set it in one document. Default: false.",
      ),
    },
    ["from", "to", "rules"],
  );
}

/** The schema of a document, with any items in its rules. */
export const shallowDocument: JsonObject = lensSchema({ type: "array" });

/** The members that a schema allows. */
export function membersOf(schema: JsonObject | undefined): readonly string[] {
  const properties = schema?.["properties"];
  return isObject(properties) ? Object.keys(properties) : [];
}
