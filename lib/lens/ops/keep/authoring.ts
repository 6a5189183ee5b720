import type { Authoring } from "../authoring.ts";
import { oneSidedRuleSchema, stringSchema } from "../yaml-schema.ts";
import { walkKeep } from "./analysis.ts";

/** The schema, example and checks of the op `keep`. */
export const keepAuthoring: Authoring<"keep"> = {
  yaml: oneSidedRuleSchema(
    "keep",
    "A field that only one version has. While the object is at the other version, its value is preserved in an annotation.",
    {
      reason: stringSchema(
        "Why this field and one that the other version keeps differ in meaning, though they seem to be the same. Without a reason, E135 warns.",
      ),
    },
    [],
  ),
  example: "{ keep: status.old }",
  code: [],
  analyse: walkKeep,
  suppliedBy: "never",
  fillsFragments: false,
};
