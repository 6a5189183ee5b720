import type { Authoring } from "../authoring.ts";
import { any, flag, twoSided } from "../yaml-schema.ts";
import { walkMap } from "./analysis.ts";

export const mapAuthoring: Authoring<"map"> = {
  yaml: twoSided(
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
  example: "{ map: spec.phase, table: { on: Enabled, off: Disabled } }",
  code: ["table"],
  analyse: walkMap,
  suppliedBy: "any",
  fillsFragments: false,
};
