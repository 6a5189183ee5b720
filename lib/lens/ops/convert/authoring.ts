import type { Authoring } from "../authoring.ts";
import { clampSchema, enumSchema, twoSidedRuleSchema } from "../yaml-schema.ts";
import { walkConvert } from "./analysis.ts";

/** The schema, example and checks of the op `convert`. */
export const convertAuthoring: Authoring<"convert"> = {
  yaml: twoSidedRuleSchema(
    "convert",
    "A scalar that has another type in the other version.",
    {
      types: {
        type: "array",
        items: enumSchema(["string", "integer", "number", "boolean"], "A type."),
        minItems: 2,
        maxItems: 2,
        description: "The types, older version first. Left out, the schemas decide.",
      },
      clamp: clampSchema,
    },
    [],
  ),
  example: "{ convert: spec.port }",
  code: [],
  analyse: walkConvert,
  suppliedBy: "any",
  fillsFragments: false,
};
