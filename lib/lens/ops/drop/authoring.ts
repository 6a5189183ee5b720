import type { Authoring } from "../authoring.ts";
import { oneSided, stringSchema } from "../yaml-schema.ts";
import { walkDrop } from "./analysis.ts";

/** A field that is given up, as rules spell it. */
export const dropAuthoring: Authoring<"drop"> = {
  yaml: oneSided(
    "drop",
    "A value that is discarded.",
    { reason: stringSchema("Why nothing needs it.") },
    ["reason"],
  ),
  example: "{ drop: spec.debug, reason: nothing reads it }",
  code: ["reason"],
  analyse: walkDrop,
  suppliedBy: "never",
  fillsFragments: false,
};
