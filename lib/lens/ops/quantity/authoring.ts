import type { Authoring } from "../authoring.ts";
import { clampSchema, invertedSchema, stringSchema, twoSidedRuleSchema } from "../yaml-schema.ts";
import { walkQuantity } from "./analysis.ts";

/** The schema, example and checks of the op `quantity`. */
export const quantityAuthoring: Authoring<"quantity"> = {
  yaml: twoSidedRuleSchema(
    "quantity",
    "A quantity such as 1Gi; in the other version, an integer.",
    {
      scale: stringSchema('The unit of the integer: a suffix (m, k, Mi), or "" for single units.'),
      clamp: clampSchema,
      inverted: invertedSchema,
    },
    ["scale"],
  ),
  example: "{ quantity: spec.storage, to: spec.storageGi, scale: Gi }",
  code: ["scale"],
  analyse: walkQuantity,
  suppliedBy: "any",
  fillsFragments: false,
};
