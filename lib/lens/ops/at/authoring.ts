import type { Authoring } from "../authoring.ts";
import { everyRule, object, rules, stringSchema } from "../yaml-schema.ts";

/** `at` for authors: a path of both versions, with rules. */
export const atAuthoring: Authoring<"at"> = {
  yaml: object(
    {
      at: stringSchema(
        "A path that both versions have. With rules: they apply there, and their paths start there. With fill or omit: they are about the value at the path.",
      ),
      rules,
      ...everyRule,
    },
    ["at"],
  ),
  example: "{ at: spec.template, rules: [{ move: image, to: container }] }",
  code: [],
  analyse: (walk, _, { pair }) => walk.scope(walk, [], pair),
  suppliedBy: "any",
  fillsFragments: false,
};
