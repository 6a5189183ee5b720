import type { Authoring } from "../authoring.ts";
import { oneSidedRuleSchema, stringSchema } from "../yaml-schema.ts";
import { walkDrop } from "./analysis.ts";

/** The schema, example and checks of the op `drop`. */
export const dropAuthoring: Authoring<"drop"> = {
  yaml: oneSidedRuleSchema(
    "drop",
    "A value that is discarded.",
    { reason: stringSchema("The reason why nobody needs the value.") },
    ["reason"],
  ),
  example: "{ drop: spec.debug, reason: nothing reads it }",
  code: ["reason"],
  analyse: walkDrop,
  suppliedBy: "never",
  fillsFragments: false,
};
