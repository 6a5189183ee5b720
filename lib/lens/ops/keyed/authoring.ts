import { eachItem, eachValue } from "../../language/path.ts";
import type { Authoring } from "../authoring.ts";
import {
  booleanSchema,
  invertedSchema,
  rulesSchema,
  stringSchema,
  twoSidedRuleSchema,
} from "../yaml-schema.ts";
import { walkKeyed } from "./analysis.ts";

const key = stringSchema("The member of an item that holds the key.");

/** The schema, example and checks of the op `keyed`. */
export const keyedAuthoring: Authoring<"keyed"> = {
  yaml: twoSidedRuleSchema(
    "keyed",
    "A map; in the other version, a list whose items hold the key.",
    {
      key,
      value: stringSchema(
        "The member of an item that holds the map's value. Left out, the members of the map's value are members of the item, beside the key.",
      ),
      inside: booleanSchema(
        'true: each value of the map has the key as a member too; an item without the key has the key "". Can\'t be combined with value.',
      ),
      rules: rulesSchema,
      inverted: invertedSchema,
    },
    ["key"],
  ),
  example: "{ keyed: spec.env, key: name, value: value }",
  code: ["key"],
  analyse: walkKeyed,
  innerAt: ({ value }) => ({
    first: [eachValue],
    second: value === undefined ? [eachItem] : [eachItem, value],
  }),
  suppliedBy: "any",
  fillsFragments: true,
};
