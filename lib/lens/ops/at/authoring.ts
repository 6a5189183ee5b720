import type { Authoring } from "../authoring.ts";
import { commonRuleMembers, objectSchema, rulesSchema, stringSchema } from "../yaml-schema.ts";

/** The schema, example and checks of the op `at`. */
export const atAuthoring: Authoring<"at"> = {
  yaml: objectSchema(
    {
      at: stringSchema(
        "A path that both versions have. The paths of its rules start at it. With fill, omit or beside, no other rule may claim the path itself.",
      ),
      rules: rulesSchema,
      ...commonRuleMembers,
    },
    ["at"],
  ),
  example: "{ at: spec.template, rules: [{ move: image, to: container }] }",
  code: [],
  analyse: (walk, _, { pair }) => walk.scope(walk, [], pair),
  suppliedBy: "any",
  fillsFragments: false,
};
