import type { JsonObject } from "../../../json/value.ts";
import { any, flag, inverted, text, texts, twoSided, words } from "./parts.ts";

/** Ops that give one value another form. */
export const valueOps: Readonly<Record<string, JsonObject>> = {
  map: twoSided(
    "map",
    "A word that is another word in the other version.",
    {
      table: {
        anyOf: [
          { type: "object" },
          { type: "array", items: { type: "array", minItems: 2, maxItems: 2 } },
        ],
        description:
          "Each word of the first side with its word of the second; a list of pairs where a word is not a string.",
      },
      home: any(
        "Of several words with one partner, the one that the partner is converted back to: a word, or a list of such words.",
      ),
      inverted: flag("true: the table reads from the newer version to the older."),
    },
    ["table"],
  ),
  not: twoSided("not", "A boolean that means the opposite in the other version.", {}, []),
  optional: twoSided(
    "optional",
    "A value that means absence in the version that requires the field.",
    {
      absent: any("The value."),
    },
    ["absent"],
  ),
  duration: twoSided(
    "duration",
    "A text such as 1h30m; in the other version, an integer.",
    {
      unit: words(["ns", "us", "ms", "s", "m", "h"], "What the integer counts."),
      round: words(
        ["zero", "up", "nearest"],
        "How a duration that is not a whole number of units is rounded. Default zero.",
      ),
      inverted,
    },
    ["unit"],
  ),
  quantity: twoSided(
    "quantity",
    "A quantity such as 1Gi; in the other version, an integer.",
    {
      scale: text('What the integer counts: a suffix (m, k, Mi), or "" for units.'),
      inverted,
    },
    ["scale"],
  ),
  convert: twoSided(
    "convert",
    "A scalar that has another type in the other version.",
    {
      types: {
        type: "array",
        items: words(["string", "integer", "number", "boolean"], "A type."),
        minItems: 2,
        maxItems: 2,
        description: "The types, older version first. Left out, the schemas decide.",
      },
    },
    [],
  ),
  reference: twoSided(
    "reference",
    "{apiVersion, kind, name}; in the other version, {apiGroup, kind, name}.",
    {
      versions: { ...texts, description: 'The version of each group; "" is the core group.' },
      namespace: words(
        ["own"],
        "own: the namespace is that of the object. Left out, a namespace is preserved.",
      ),
      group: text("The member of the second side that holds the group. Default apiGroup."),
      inverted,
    },
    ["versions"],
  ),
  text: twoSided(
    "text",
    "A string of YAML or JSON; in the other version, the value that it holds.",
    {
      format: words(["yaml", "json"], "The format of the string."),
      inverted,
    },
    ["format"],
  ),
};
