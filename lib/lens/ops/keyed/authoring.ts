import type { Authoring } from "../authoring.ts";
import { inverted, rules, text, twoSided } from "../yaml-schema.ts";
import { walkKeyed } from "./analysis.ts";

const key = text("The member of an item that holds the key.");

export const keyedAuthoring: Authoring<"keyed"> = {
  yaml: twoSided(
    "keyed",
    "A map; in the other version, a list whose items hold the key.",
    {
      key,
      value: text(
        "The member of an item that holds the map's value. Left out, the value's members are beside the key.",
      ),
      rules,
      inverted,
    },
    ["key"],
  ),
  example: "{ keyed: spec.env, key: name, value: value }",
  code: ["key"],
  analyse: walkKeyed,
  suppliedBy: "any",
  fillsFragments: true,
};
