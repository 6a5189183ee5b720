import { isObject, type JsonObject } from "../../json/value.ts";
import { exampleWays } from "../../lens/language/example.ts";
import { waivableLaws } from "../../lens/language/waiver.ts";
import { authoring } from "../../lens/ops/authoring-registry.ts";
import { booleanSchema, object, stringSchema, words } from "../../lens/ops/yaml-schema.ts";
import { constraintKeywords } from "../../schema/constraint/constraint.ts";

/** The schema of each op's rules, by the op's name, which is their first member. */
export const opSchemas: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(authoring).flatMap(([op, { yaml }]) => (yaml === undefined ? [] : [[op, yaml]])),
);

/** A text that is not blank. A pattern, because ajv checks a length with code that the generated file would import. */
const notEmpty = "\\S";

const wholeRules: JsonObject = { type: "array", items: { $ref: "#/definitions/rule" } };

/** The JSON Schema of a whole `conversion.yaml`, for editors. */
export function documentSchema(): JsonObject {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title:
      "A conversion.yaml of Customhouse: what becomes of each field between two versions of a kind",
    ...lensSchema(wholeRules, { anyOf: [wholeRules, namedLens(wholeRules)] }, { items: example }),
    definitions: {
      rule: { anyOf: Object.values(opSchemas) },
      rules: {
        type: "array",
        items: { $ref: "#/definitions/rule" },
        description: "Rules for the members. Paths start at the item or value.",
      },
    },
  };
}

/** The schemas of a document and of each op's rules. The rules within them are validated one by one. */
export function shallowSchemas(): Readonly<Record<string, JsonObject>> {
  const definitions = { rules: { type: "array" } };
  return {
    document: shallowDocument,
    shared: sharedDocument,
    lens: shallowLens,
    ...Object.fromEntries(
      Object.entries(opSchemas).map(([op, schema]) => [op, { ...schema, definitions }]),
    ),
  };
}

/** One constraint, or a list of them. */
function oneOrMany(items: JsonObject, description: string): JsonObject {
  return { anyOf: [items, { type: "array", items, minItems: 1 }], description };
}

const keyword: JsonObject = {
  type: "string",
  enum: constraintKeywords.filter((word) => word !== "rule"),
};
const ruleText = object({ rule: { type: "string" } }, ["rule"]);

const acceptEntry = object(
  {
    in: stringSchema("The version that refuses."),
    at: oneOrMany(
      { type: "string" },
      'Paths from the object\'s root, as in rules. ** is any number of steps; a step may hold one *: "spec.**.*Seconds".',
    ),
    refuses: oneOrMany(
      { anyOf: [keyword, ruleText] },
      "Keywords of the version's schema, or how the message or source of an x-kubernetes-validations rule begins.",
    ),
    why: stringSchema("Why it is right that the version refuses such objects."),
  },
  ["in", "at", "refuses", "why"],
);

const metadataSchema = object(
  {
    name: { type: "string" },
    namespace: { type: "string" },
    labels: { type: "object", additionalProperties: { type: "string" } },
    annotations: { type: "object", additionalProperties: { type: "string" } },
  },
  [],
);

/** An example, for editors: its members are checked by the two versions of the document. */
const example: JsonObject = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: { way: words(exampleWays, "Which conversions are meant. Default: both.") },
      additionalProperties: { type: "object", properties: { metadata: metadataSchema } },
    },
  ],
};

function lensSchema(rules: JsonObject, lens: JsonObject, examples: JsonObject = {}): JsonObject {
  return object(
    {
      from: stringSchema("The older version."),
      to: stringSchema("The newer version."),
      rules: {
        ...rules,
        description:
          "What becomes of each field that is not identical in both versions. Rules have no order.",
      },
      lenses: namedLenses(lens),
      accept: {
        type: "array",
        items: acceptEntry,
        description: "What one version may refuse of what the other allows, with the reasons.",
      },
      examples: {
        type: "array",
        ...examples,
        description:
          "Objects at both versions, { v1: {…}, v2: {…}, way: both }, or files of such documents. both (default): each " +
          "converts to exactly the other; forth: only the older one; back: only the newer one.",
      },
      stash: words(
        ["split", "packed"],
        "How values that one version can't represent are preserved: split (default), one annotation for each entry; " +
          "packed, one for all, for kinds that nobody applies server-side in two versions.",
      ),
      oldStash: stringSchema(
        "The annotation in which the webhook before kept the whole object of the other version, such as " +
          "cluster.x-k8s.io/conversion-data. It is read once, and no longer written. For the whole kind.",
      ),
      gone: {
        type: "object",
        additionalProperties: { type: ["string", "null"] },
        description:
          "Versions that the CRD no longer lists but that stored objects may still name, each with a file that holds the CRD " +
          "as it was; or null, and nothing of the version is checked. For the whole kind.",
      },
      waive: {
        type: "array",
        description:
          "Laws that the conversion breaks in one direction. check tries them all the same.",
        items: object(
          {
            law: words(
              waivableLaws,
              "The law. No other law can be waived; to give a field up, use the op drop.",
            ),
            from: stringSchema("The version that is converted."),
            to: stringSchema("The version that it is converted to."),
            why: { ...stringSchema("Why that is right."), pattern: notEmpty },
          },
          ["law", "from", "to", "why"],
        ),
      },
      conversionGuard: booleanSchema(
        "true: the validating function denies writes of objects that can't be converted to every version, or would not be " +
          "valid in it. For the whole kind: set it in one document. Default: false.",
      ),
    },
    ["from", "to", "rules"],
  );
}

function namedLenses(lens: JsonObject): JsonObject {
  return {
    type: "object",
    additionalProperties: lens,
    description:
      "Rules by name, for `include`. A lens may include itself below a step, such as `each`.",
  };
}

/** The form of a named lens that is more than a list of rules. */
function namedLens(rules: JsonObject): JsonObject {
  return object({ rules }, ["rules"]);
}

const anyLens: JsonObject = { type: ["array", "object"] };

/** The schema of a document, with any items in its rules. */
export const shallowDocument: JsonObject = lensSchema({ type: "array" }, anyLens);

/** The schema of a file that only has lenses for others to include. */
export const sharedDocument: JsonObject = object({ lenses: namedLenses(anyLens) }, ["lenses"]);

/** The schema of a named lens that is a map. */
export const shallowLens: JsonObject = namedLens({ type: "array" });

/** The members that a schema allows. */
export function membersOf(schema: JsonObject | undefined): readonly string[] {
  const properties = schema?.["properties"];
  return isObject(properties) ? Object.keys(properties) : [];
}
