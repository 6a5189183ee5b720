import type { Authoring } from "../authoring.ts";
import { clamp, inverted, stringSchema, twoSided } from "../yaml-schema.ts";
import { walkQuantity } from "./analysis.ts";

/** A quantity against a count, as rules spell it. */
export const quantityAuthoring: Authoring<"quantity"> = {
  yaml: twoSided(
    "quantity",
    "A quantity such as 1Gi; in the other version, an integer.",
    {
      scale: stringSchema('What the integer counts: a suffix (m, k, Mi), or "" for units.'),
      clamp,
      inverted,
    },
    ["scale"],
  ),
  example: "{ quantity: spec.storage, to: spec.storageGi, scale: Gi }",
  code: ["scale"],
  analyse: walkQuantity,
  suppliedBy: "any",
  fillsFragments: false,
};
