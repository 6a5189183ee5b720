import { isObject, type JsonObject } from "../../json/value.ts";
import { exampleWays } from "../../lens/language/example.ts";
import { waivableLaws } from "../../lens/language/waiver.ts";
import { authoring } from "../../lens/ops/authoring-registry.ts";
import {
  booleanSchema,
  enumSchema,
  objectSchema,
  stringSchema,
} from "../../lens/ops/yaml-schema.ts";
import { constraintKeywords } from "../../schema/constraint/constraint.ts";

/** The JSON Schema of each op's rules, by op. The op is the first member of its rules. */
export const opSchemas: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(authoring).flatMap(([op, { yaml }]) => (yaml === undefined ? [] : [[op, yaml]])),
);

/** The pattern of a text that is not blank. (For `minLength`, ajv would add an import to the generated validators.) */
const notEmpty = "\\S";

const wholeRules: JsonObject = { type: "array", items: { $ref: "#/definitions/rule" } };

/** The JSON Schema of a whole `conversion.yaml`, for editors. */
export function documentSchema(): JsonObject {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title:
      "A conversion.yaml of Customhouse: the rules that convert each field between two versions of a kind",
    ...lensSchema(wholeRules, { anyOf: [wholeRules, namedLens(wholeRules)] }, { items: example }),
    definitions: {
      rule: { anyOf: Object.values(opSchemas) },
      rules: {
        type: "array",
        items: { $ref: "#/definitions/rule" },
        description: "Rules for the inner values. Their paths are relative to the item or value.",
      },
    },
  };
}

/** The schemas of documents and of each op's rules, by name. They allow any inner rules, since each is validated on its own. */
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

/** The schema of one value, or of a list of at least one. */
function oneOrMany(items: JsonObject, description: string): JsonObject {
  return { anyOf: [items, { type: "array", items, minItems: 1 }], description };
}

const keyword: JsonObject = {
  type: "string",
  enum: constraintKeywords.filter((word) => word !== "rule"),
};
const ruleText = objectSchema({ rule: { type: "string" } }, ["rule"]);

const acceptEntry = objectSchema(
  {
    in: stringSchema("The version whose schema is stricter."),
    at: oneOrMany(
      { type: "string" },
      'Paths from the object\'s root, as in rules. ** matches any number of steps; a step may have one *: "spec.**.*Seconds".',
    ),
    refuses: oneOrMany(
      { anyOf: [keyword, ruleText] },
      "Keywords of the version's schema, or { rule: … } with the beginning of the message or expression of an x-kubernetes-validations rule.",
    ),
    why: stringSchema("Why it is right that the version refuses such objects."),
  },
  ["in", "at", "refuses", "why"],
);

const metadataSchema = objectSchema(
  {
    name: { type: "string" },
    namespace: { type: "string" },
    labels: { type: "object", additionalProperties: { type: "string" } },
    annotations: { type: "object", additionalProperties: { type: "string" } },
  },
  [],
);

/** The schema of an example, for editors. The names of its versions are checked when the document is read. */
const example: JsonObject = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: {
        way: enumSchema(
          exampleWays,
          "The directions in which the example must convert. Default: both.",
        ),
      },
      additionalProperties: { type: "object", properties: { metadata: metadataSchema } },
    },
  ],
};

function lensSchema(rules: JsonObject, lens: JsonObject, examples: JsonObject = {}): JsonObject {
  return objectSchema(
    {
      from: stringSchema("The older version."),
      to: stringSchema("The newer version."),
      rules: {
        ...rules,
        description:
          "Rules for all fields that are not identical in both versions. Their order has no effect.",
      },
      lenses: namedLenses(lens),
      accept: {
        type: "array",
        items: acceptEntry,
        description:
          "Accepted narrowings: values that one version allows and the other may refuse, with the reasons.",
      },
      examples: {
        type: "array",
        ...examples,
        description:
          "Objects at both versions, { v1: {…}, v2: {…}, way: both }, or files with such documents. both (default): each " +
          "object must convert to exactly the other; forth: only the older to the newer; back: only the newer to the older.",
      },
      stash: enumSchema(
        ["split", "packed"],
        "How values that one version can't represent are preserved: split (default): in an annotation for each value; " +
          "packed: in one annotation, for kinds that nobody applies server-side in two versions.",
      ),
      oldStash: stringSchema(
        "The annotation in which a former webhook preserved the whole object of the other version, such as " +
          "cluster.x-k8s.io/conversion-data. It is read, but not written again. Applies to the whole kind.",
      ),
      gone: {
        type: "object",
        additionalProperties: { type: ["string", "null"] },
        description:
          "Versions that the CRD no longer lists but that stored objects may still name, each with a file that has the " +
          "former CRD; or with null: then the version's fields are not checked. Applies to the whole kind.",
      },
      waive: {
        type: "array",
        description:
          "Laws that the conversion violates in one direction. check still tries them, but a violation is not a failure.",
        items: objectSchema(
          {
            law: enumSchema(
              waivableLaws,
              "The law. No other law can be waived. To drop a field, use the op drop instead.",
            ),
            from: stringSchema("The source version."),
            to: stringSchema("The target version."),
            why: { ...stringSchema("The reason why the violation is right."), pattern: notEmpty },
          },
          ["law", "from", "to", "why"],
        ),
      },
      conversionGuard: booleanSchema(
        "true: the validating webhook denies writes of objects that can't be converted to every version, or would not be " +
          "valid in it. Applies to the whole kind: set it in one document. Default: false.",
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
      "Lists of rules by name, for `include`. A lens may include itself only for an inner value, such as in the rules of `each`.",
  };
}

/** The schema of a named lens that is a map instead of a list of rules. */
function namedLens(rules: JsonObject): JsonObject {
  return objectSchema({ rules }, ["rules"]);
}

const anyLens: JsonObject = { type: ["array", "object"] };

/** The schema of a document, in which rules may have any form. */
export const shallowDocument: JsonObject = lensSchema({ type: "array" }, anyLens);

/** The schema of a file that only has lenses for others to include. */
export const sharedDocument: JsonObject = objectSchema({ lenses: namedLenses(anyLens) }, [
  "lenses",
]);

/** The schema of a named lens that is a map. */
export const shallowLens: JsonObject = namedLens({ type: "array" });

/** The names of the members in a schema's `properties`. */
export function schemaPropertyNames(schema: JsonObject | undefined): readonly string[] {
  const properties = schema?.["properties"];
  return isObject(properties) ? Object.keys(properties) : [];
}
