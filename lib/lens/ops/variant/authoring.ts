import { isObject } from "../../../json/value.ts";
import type { Authoring } from "../authoring.ts";
import { inverted, object, rules, text, twoSided } from "../yaml-schema.ts";
import { walkVariant } from "./analysis.ts";

/** Cases by a tag, as rules spell them. */
export const variantAuthoring: Authoring<"variant"> = {
  yaml: twoSided(
    "variant",
    "A map with a tag; in the other version, a map whose members determine the case.",
    {
      tag: text("The path of the tag, from the map of the first side."),
      cases: {
        type: "object",
        additionalProperties: object(
          {
            test: {
              type: "object",
              description:
                "The value that each path of the second side must hold; { present: true } for any value.",
            },
            rules,
          },
          ["test"],
        ),
        description: "The cases by the value of the tag.",
      },
      inverted,
    },
    ["tag", "cases"],
  ),
  example:
    "{ variant: spec.source, tag: type, cases: { Http: { test: { http: { present: true } } } } }",
  code: [],
  analyse: walkVariant,
  ownValues: ({ tag, cases }) => [
    ...Object.keys(cases).map((value) => ({ side: "first", below: tag, value }) as const),
    ...Object.values(cases).flatMap(({ test }) =>
      Object.entries(test)
        .filter(([, value]) => !isObject(value))
        .map(([below, value]) => ({ side: "second", below, value }) as const),
    ),
  ],
  innerAt: () => ({ first: [], second: [] }),
  suppliedBy: "always",
  fillsFragments: true,
};
