import type { Authoring } from "../authoring.ts";
import { oneSided, stringSchema } from "../yaml-schema.ts";
import { walkKeep } from "./analysis.ts";

/** The schema, example and checks of the op `keep`. */
export const keepAuthoring: Authoring<"keep"> = {
  yaml: oneSided(
    "keep",
    "A value that only its version can represent: it is preserved in an annotation.",
    {
      reason: stringSchema(
        "Why it is not the same as a field of the same shape that the other version keeps (E135).",
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
