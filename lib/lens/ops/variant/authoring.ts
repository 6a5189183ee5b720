import { absentTag } from "../../language/rule.ts";
import type { Authoring } from "../authoring.ts";
import { isEqualityCondition } from "../value-test.ts";
import {
  invertedSchema,
  objectSchema,
  rulesSchema,
  stringSchema,
  twoSidedRuleSchema,
} from "../yaml-schema.ts";
import { walkVariant } from "./analysis.ts";

/** The schema, example and checks of the op `variant`. */
export const variantAuthoring: Authoring<"variant"> = {
  yaml: twoSidedRuleSchema(
    "variant",
    "A map with a tag; in the other version, a map whose members determine the case.",
    {
      tag: stringSchema("The path of the tag within its map."),
      cases: {
        type: "object",
        additionalProperties: objectSchema(
          {
            where: {
              type: "object",
              description:
                "Tests of the map without a tag, by path: a value that the path must equal, which is also written, or { in: [a, b] }, { not: a } or { present: true }. Empty: the case for maps that no other case matches.",
            },
            rules: rulesSchema,
          },
          ["where"],
        ),
        description: "The cases by value of the tag; the case absent is for maps without a tag.",
      },
      inverted: invertedSchema,
    },
    ["tag", "cases"],
  ),
  example:
    "{ variant: spec.source, tag: type, cases: { Http: { where: { http: { present: true } } } } }",
  code: [],
  analyse: walkVariant,
  literals: ({ tag, cases }) => [
    ...Object.keys(cases)
      .filter((word) => word !== absentTag)
      .map((value) => ({ side: "first", below: tag, value }) as const),
    ...Object.values(cases).flatMap(({ where }) =>
      Object.entries(where)
        .filter(([, value]) => isEqualityCondition(value))
        .map(([below, value]) => ({ side: "second", below, value }) as const),
    ),
  ],
  innerAt: () => ({ first: [], second: [] }),
  suppliedBy: "always",
  fillsFragments: true,
};
