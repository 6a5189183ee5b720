import type { Authoring } from "../authoring.ts";
import { anyValueSchema, booleanSchema, twoSidedRuleSchema } from "../yaml-schema.ts";
import { walkMap } from "./analysis.ts";
import { wordPairs } from "./codec.ts";

/** The schema, example and checks of the op `map`. */
export const mapAuthoring: Authoring<"map"> = {
  yaml: twoSidedRuleSchema(
    "map",
    "A word that is another word in the other version.",
    {
      table: {
        anyOf: [
          { type: "object" },
          { type: "array", items: { type: "array", minItems: 2, maxItems: 2 } },
        ],
        description:
          "Each word of the older version with its partner in the newer one; as a list of pairs if a word is a list or a map.",
      },
      backTo: anyValueSchema(
        "If several words have the same partner: the word that the partner is converted back to, or a list of such words.",
      ),
      else: {
        type: "object",
        description:
          "By version, what a word that the table does not list becomes in that version: a word, or same for the word itself. Left out, such a word cannot be parsed.",
      },
      inverted: booleanSchema(
        "true: each word of the newer version with its partner in the older one.",
      ),
    },
    ["table"],
  ),
  example: "{ map: spec.phase, table: { on: Enabled, off: Disabled }, else: { v2: Disabled } }",
  code: ["table"],
  analyse: walkMap,
  literals: ({ table, else: others = {} }) =>
    [...wordPairs(table).flat(), ...Object.values(others)].map((value) => ({ value })),
  suppliedBy: "any",
  fillsFragments: false,
};
