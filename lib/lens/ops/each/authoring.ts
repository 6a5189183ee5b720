import type { Authoring } from "../authoring.ts";
import { rules, twoSided, words } from "../yaml-schema.ts";

export const eachAuthoring: Authoring<"each"> = {
  yaml: twoSided(
    "each",
    "A list whose items correspond one to one.",
    {
      rules,
      key: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        description: "Members that identify an item of an atomic list, for the stash only.",
      },
      align: words(
        ["exact"],
        "exact: an item that replaces another inherits none of its preserved values.",
      ),
    },
    ["rules"],
  ),
  example: "{ each: spec.tasks, key: name, rules: [{ move: image, to: container }] }",
  code: [],
  analyse: undefined,
  suppliedBy: "any",
  fillsFragments: false,
};
