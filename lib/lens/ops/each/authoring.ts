import type { Authoring } from "../authoring.ts";
import { rules, twoSided, words } from "../yaml-schema.ts";

/** Rules on items, as they are written. */
export const eachAuthoring: Authoring<"each"> = {
  yaml: twoSided(
    "each",
    "A list whose items correspond one to one; or, with {} at the path's end, a map with any keys whose values correspond.",
    {
      rules,
      key: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        description:
          "Members that identify an item, such as `type` of conditions, for the stash only. Left out, those that the schema names.",
      },
      align: words(
        ["exact"],
        "exact: an item that replaces another inherits none of its preserved values.",
      ),
    },
    [],
  ),
  example: "{ each: spec.tasks, key: name, rules: [{ move: image, to: container }] }",
  code: [],
  analyse: undefined,
  suppliedBy: "any",
  fillsFragments: false,
};
