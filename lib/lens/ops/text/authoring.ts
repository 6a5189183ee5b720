import type { Authoring } from "../authoring.ts";
import { enumSchema, invertedSchema, twoSidedRuleSchema } from "../yaml-schema.ts";
import { walkText } from "./analysis.ts";

/** The schema, example and checks of the op `text`. */
export const textAuthoring: Authoring<"text"> = {
  yaml: twoSidedRuleSchema(
    "text",
    "A string of YAML or JSON; in the other version, the value that it holds.",
    {
      format: enumSchema(["yaml", "json"], "The format of the string."),
      inverted: invertedSchema,
    },
    ["format"],
  ),
  example: "{ text: spec.config, format: yaml }",
  code: ["format"],
  analyse: walkText,
  suppliedBy: "any",
  fillsFragments: true,
};
