import type { Authoring } from "../authoring.ts";
import { inverted, object, rules, text, twoSided } from "../yaml-schema.ts";
import { walkVariant } from "./analysis.ts";

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
  suppliedBy: "always",
  fillsFragments: true,
};
