import { isObject, type JsonObject } from "../../json/value.ts";
import { fieldOps } from "./schema/field-ops.ts";
import { jointOps } from "./schema/joint-ops.ts";
import { listOps } from "./schema/list-ops.ts";
import { flag, object, text, words } from "./schema/parts.ts";
import { valueOps } from "./schema/value-ops.ts";

/** The schema of each op's rules, by the op's name, which is their first member. */
export const opSchemas: Readonly<Record<string, JsonObject>> = {
  ...fieldOps,
  ...valueOps,
  ...listOps,
  ...jointOps,
};

/** The JSON Schema of a whole `conversion.yaml`, for editors. */
export function documentSchema(): JsonObject {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title:
      "conversion.yaml of customhouse: what became of each field between two versions of a kind",
    ...lensSchema({ type: "array", items: { $ref: "#/definitions/rule" } }),
    definitions: {
      rule: { anyOf: Object.values(opSchemas) },
      rules: {
        anyOf: [{ type: "array", items: { $ref: "#/definitions/rule" } }, { type: "string" }],
        description:
          "What becomes of the members, or the name of a lens. Paths start at the item or value.",
      },
    },
  };
}

/** The schemas of a document and of each op's rules by themselves; the rules within them are judged one by one. */
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
          "What became of each field that is not identical in both versions. Rules have no order.",
      },
      lenses: {
        type: "object",
        additionalProperties: rules,
        description:
          "Rules by name, for `use` and for `rules` within a rule; they may use themselves.",
      },
      stash: words(
        ["split", "packed"],
        "How what one version cannot say is kept: split (default), an annotation for each entry; packed, one for all, " +
          "for kinds that nobody applies server-side in two versions.",
      ),
      entries: words(
        ["any", "valid"],
        "valid (default): what was kept stays in its annotation where the version's schema does not declare or refuses it; any: it is applied.",
      ),
      conversionGuard: flag(
        "true: the validating function denies writes of objects that can't be converted to every version, or would not be " +
          "valid there. For the whole kind; one document says it. Default: false.",
      ),
    },
    ["from", "to", "rules"],
  );
}

/** A document whose rules are any lists. */
export const shallowDocument: JsonObject = lensSchema({ type: "array" });

/** The members that a schema allows. */
export function membersOf(schema: JsonObject | undefined): readonly string[] {
  const properties = schema?.["properties"];
  return isObject(properties) ? Object.keys(properties) : [];
}
