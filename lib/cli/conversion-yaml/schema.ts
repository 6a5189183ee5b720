import type { JsonObject, JsonValue } from "../../json/value.ts";

/**
 * The JSON Schema of `conversion.yaml`, from which both the file for editors (`conversion.schema.json`) and the
 * validators are made: one schema for each op, whose first member is the op's name.
 */
export function documentSchema(): JsonObject {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title:
      "conversion.yaml of customhouse: what became of each field between two versions of a kind",
    ...lensSchema({ type: "array", items: { $ref: "#/definitions/rule" } }),
    definitions: {
      rule: { anyOf: Object.values(ruleSchemas(deepRules)) },
    },
  };
}

/** A document by itself: its rules are judged one by one. */
export function shallowDocumentSchema(): JsonObject {
  return lensSchema({ type: "array" });
}

/** The schema of each op's rules; those within a rule are judged one by one. */
export function shallowRuleSchemas(): Readonly<Record<string, JsonObject>> {
  return ruleSchemas({ type: ["array", "string"] });
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
        "valid: what was kept is dropped and counted where the version's schema refuses it. Default any.",
      ),
    },
    ["from", "to", "rules"],
  );
}

function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

function text(description: string): JsonObject {
  return { type: "string", description };
}

function words(values: readonly string[], description: string): JsonObject {
  return { type: "string", enum: values, description };
}

function flag(description: string): JsonObject {
  return { type: "boolean", description };
}

function any(description: string): JsonObject {
  return { description };
}

const deepRules: JsonObject = {
  anyOf: [{ type: "array", items: { $ref: "#/definitions/rule" } }, { type: "string" }],
  description:
    "What becomes of the members, or the name of a lens. Paths start at the item or value.",
};

const texts: JsonObject = { type: "object", additionalProperties: { type: "string" } };

const everyRule: JsonObject = {
  fail: text(
    "The review fails with this text where the rule cannot read a value. Else the value is kept.",
  ),
  narrow: text("Why it is right that one version allows less than the other."),
};

const from = 'Path in the older version: spec.a.b, spec.items[*].x, spec.map{}.x, spec["odd.key"].';
const to = text("Path in the newer version; left out where it is the same.");

const inverted = flag(
  "true: the newer version is the op's first side. Left out, the two schemas tell.",
);

/** A rule between a path of the older version and one of the newer. */
function twoSided(
  op: string,
  what: string,
  members: JsonObject,
  required: readonly string[],
): JsonObject {
  const own = { [op]: text(`${what} ${from}`), to };
  return object({ ...own, ...members, ...everyRule }, [op, ...required]);
}

/** A rule about a path that one version has. */
function oneSided(
  op: string,
  what: string,
  members: JsonObject,
  required: readonly string[],
): JsonObject {
  const own = {
    [op]: text(`${what} A path of the version that in names.`),
    in: text("The version that has the path. Left out, the older one."),
  };
  return object({ ...own, ...members, ...everyRule }, [op, ...required]);
}

/** A rule of which one side has one path and the other several: both must be said. */
function manySided(
  op: string,
  what: string,
  several: JsonObject,
  members: JsonObject,
  required: readonly string[] = [],
): JsonObject {
  const place = { anyOf: [{ type: "string" }, several] };
  const own = {
    [op]: { ...place, description: `${what} In the older version.` },
    to: { ...place, description: "In the newer version." },
  };
  return object({ ...own, ...members, ...everyRule }, [op, "to", ...required]);
}

const source: JsonObject = {
  anyOf: [
    { type: "string" },
    { type: "object", description: "A value op with its path: { wrap: spec.names, key: name }." },
  ],
};

function ruleSchemas(rules: JsonObject): Readonly<Record<string, JsonObject>> {
  return {
    ...fieldSchemas(rules),
    ...valueSchemas(),
    ...listSchemas(rules),
    ...jointSchemas(rules),
  };
}

function fieldSchemas(rules: JsonObject): Readonly<Record<string, JsonObject>> {
  return {
    move: twoSided("move", "A value that has another path.", { rules }, []),
    drop: oneSided("drop", "A value that is given up.", { reason: text("Why that is right.") }, [
      "reason",
    ]),
    keep: oneSided(
      "keep",
      "A value that only its version can say: it is kept in the stash.",
      {
        beside: text(
          "A path of the other version: what was kept is forgotten when the value there changes.",
        ),
      },
      [],
    ),
    constant: oneSided(
      "constant",
      "What only this version has, and always the same.",
      { value: any("The value.") },
      ["value"],
    ),
    default: twoSided(
      "default",
      "A value that may be absent here and is filled on the other side.",
      {
        value: any("What it is filled with."),
        inverted,
      },
      ["value"],
    ),
    label: oneSided(
      "label",
      "A field that is a label of the other version.",
      { key: text("The label's key.") },
      ["key"],
    ),
    annotation: oneSided(
      "annotation",
      "A field that is an annotation of the other version.",
      { key: text("The annotation's key.") },
      ["key"],
    ),
    use: twoSided(
      "use",
      "A value that a named lens converts.",
      { lens: text("The lens's name.") },
      ["lens"],
    ),
  };
}

function valueSchemas(): Readonly<Record<string, JsonObject>> {
  return {
    map: twoSided(
      "map",
      "A word that is another word there.",
      {
        table: {
          anyOf: [
            { type: "object" },
            { type: "array", items: { type: "array", minItems: 2, maxItems: 2 } },
          ],
          description:
            "Each word of the first side with its word of the second; lists of two where a word is no string.",
        },
        home: any(
          "Of several words with one partner, those that the partner comes back as: a word or a list of words.",
        ),
        inverted: flag("true: the table reads from the newer version to the older."),
      },
      ["table"],
    ),
    not: twoSided("not", "A boolean that means the opposite there.", {}, []),
    optional: twoSided(
      "optional",
      "A value that stands for absence on the side that cannot be without it.",
      {
        absent: any("That value."),
      },
      ["absent"],
    ),
    duration: twoSided(
      "duration",
      "Text such as 1h30m, an integer there.",
      {
        unit: words(["ns", "us", "ms", "s", "m", "h"], "What the integer counts."),
        round: words(
          ["zero", "up", "nearest"],
          "How what is no whole unit is rounded. Default zero.",
        ),
        inverted,
      },
      ["unit"],
    ),
    quantity: twoSided(
      "quantity",
      "A quantity such as 1Gi, an integer there.",
      {
        scale: text('What the integer counts: a suffix (m, k, Mi), or "" for units.'),
        inverted,
      },
      ["scale"],
    ),
    convert: twoSided(
      "convert",
      "A scalar of another type there.",
      {
        types: {
          type: "array",
          items: words(["string", "integer", "number", "boolean"], "A type."),
          minItems: 2,
          maxItems: 2,
          description: "The types, older version first. Left out, the two schemas tell.",
        },
      },
      [],
    ),
    reference: twoSided(
      "reference",
      "{apiVersion, kind, name}, {apiGroup, kind, name} there.",
      {
        versions: { ...texts, description: 'The version of each group; "" is the core group.' },
        namespace: words(
          ["own"],
          "own: the namespace is the object's. Left out, a namespace is kept.",
        ),
        group: text("The second side's member for the group. Default apiGroup."),
        inverted,
      },
      ["versions"],
    ),
    text: twoSided(
      "text",
      "YAML or JSON in a string, what it says there.",
      {
        format: words(["yaml", "json"], "What the string is written in."),
        inverted,
      },
      ["format"],
    ),
  };
}

function listSchemas(rules: JsonObject): Readonly<Record<string, JsonObject>> {
  const key = text("The items' member for the key.");
  return {
    each: twoSided(
      "each",
      "A list whose items correspond one to one.",
      {
        rules,
        key: {
          anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
          description: "Members that tell the items of an atomic list apart, for the stash only.",
        },
        align: words(
          ["exact"],
          "exact: an item that was replaced inherits nothing that was kept for the one before it.",
        ),
      },
      ["rules"],
    ),
    eachValue: twoSided("eachValue", "A map with free keys whose values correspond.", { rules }, [
      "rules",
    ]),
    keyed: twoSided(
      "keyed",
      "A map, a list whose items bear the key there.",
      {
        key,
        value: text(
          "The items' member for the map's value; left out, the value's members stand beside the key.",
        ),
        rules,
        inverted,
      },
      ["key"],
    ),
    count: twoSided(
      "count",
      "Strings, each as often as it counts; {name, quantity} there.",
      {
        name: text("The items' member for the string. Default name."),
        quantity: text("The items' member for the number. Default quantity."),
        limit: {
          type: "integer",
          description: "Items that the strings may be; more fail the review. Default 10000.",
        },
        inverted,
      },
      [],
    ),
    wrap: twoSided(
      "wrap",
      "Scalars, maps with one member there.",
      { key: text("That member."), inverted },
      ["key"],
    ),
    single: twoSided("single", "A list, its only item there.", { rules, inverted }, []),
    conditions: twoSided("conditions", "A list of conditions, by their type.", { rules }, []),
    partition: manySided(
      "partition",
      "A list, or the two that it is on the other side: those that pass the test, the rest.",
      {
        type: "array",
        items: { type: "string" },
        minItems: 2,
        maxItems: 2,
      },
      { test: itemTest },
      ["test"],
    ),
  };
}

const itemTest: JsonObject = object(
  {
    member: text("The items' member that is looked at."),
    equals: any("It equals this."),
    in: { type: "array", description: "It is one of these." },
    present: flag("It is there."),
  },
  ["member"],
);

function jointSchemas(rules: JsonObject): Readonly<Record<string, JsonObject>> {
  return {
    first: manySided(
      "first",
      "A path, or the list of those of which the first that is there says its value.",
      {
        type: "array",
        items: source,
      },
      {
        home: {
          type: "integer",
          description: "The index of the source that the value goes back to. Default 0.",
        },
        default: any("The path's value where no source says one. Back, it goes to the source."),
      },
    ),
    split: manySided(
      "split",
      "A text's path, or its parts' paths by the names in the template.",
      texts,
      {
        template: text('How the text is made of its parts: "{host}:{port}".'),
      },
      ["template"],
    ),
    entry: manySided(
      "entry",
      "Fields' paths by their item's name, or the path of the list of {name, value}.",
      texts,
      {
        name: text("The items' member for the name. Default name."),
        value: text("The items' member for the value. Default value."),
        members: {
          type: "object",
          additionalProperties: { type: "object" },
          description: "Further members of the items by name.",
        },
        fill: {
          type: "array",
          items: { type: "string" },
          description: "Names whose item stands in the list whether its field is there or not.",
        },
      },
    ),
    variant: twoSided(
      "variant",
      "A map with a tag; there, a map whose members tell the case.",
      {
        tag: text("The tag's path below the first side's map."),
        cases: {
          type: "object",
          additionalProperties: object(
            {
              test: {
                type: "object",
                description:
                  "Paths of the second side by what they must hold; { present: true }: anything.",
              },
              rules,
            },
            ["test"],
          ),
          description: "The cases by the tag's word.",
        },
        inverted,
      },
      ["tag", "cases"],
    ),
  };
}

/** The members that an op's rules may have, the op's own among them. */
export function membersOf(schema: JsonObject): readonly string[] {
  const properties: JsonValue | undefined = schema["properties"];
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}
