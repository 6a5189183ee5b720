import { absentTag } from "../../language/rule.ts";
import type { Authoring } from "../authoring.ts";
import { wantsEqual } from "../value-test.ts";
import { inverted, object, rules, stringSchema, twoSided } from "../yaml-schema.ts";
import { walkVariant } from "./analysis.ts";

/** Cases by a tag, as rules spell them. */
export const variantAuthoring: Authoring<"variant"> = {
  yaml: twoSided(
    "variant",
    "A map with a tag; in the other version, a map whose members determine the case.",
    {
      tag: stringSchema("The path of the tag, from the map of the first side."),
      cases: {
        type: "object",
        additionalProperties: object(
          {
            where: {
              type: "object",
              description:
                "What each path of the second side must hold: a value, which is then written, or { in: [a, b] }, { not: a } or { present: true }. Empty: the maps that no other case fits.",
            },
            rules,
          },
          ["where"],
        ),
        description: "The cases by the value of the tag; absent for maps without tag.",
      },
      inverted,
    },
    ["tag", "cases"],
  ),
  example:
    "{ variant: spec.source, tag: type, cases: { Http: { where: { http: { present: true } } } } }",
  code: [],
  analyse: walkVariant,
  ownValues: ({ tag, cases }) => [
    ...Object.keys(cases)
      .filter((word) => word !== absentTag)
      .map((value) => ({ side: "first", below: tag, value }) as const),
    ...Object.values(cases).flatMap(({ where }) =>
      Object.entries(where)
        .filter(([, value]) => wantsEqual(value))
        .map(([below, value]) => ({ side: "second", below, value }) as const),
    ),
  ],
  innerAt: () => ({ first: [], second: [] }),
  suppliedBy: "always",
  fillsFragments: true,
};
