import type { JsonObject } from "../../../json/value.ts";
import { any, flag, inverted, text, texts, twoSided, words } from "./parts.ts";

/** Ops that say one value otherwise. */
export const valueOps: Readonly<Record<string, JsonObject>> = {
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
