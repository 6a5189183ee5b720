import type { Authoring } from "../authoring.ts";
import { any, oneSided } from "../yaml-schema.ts";
import { walkConstant } from "./analysis.ts";

export const constantAuthoring: Authoring<"constant"> = {
  yaml: oneSided(
    "constant",
    "A field that only its version has, always with the same value.",
    { value: any("The value.") },
    ["value"],
  ),
  example: "{ constant: spec.mode, in: v2, value: Auto }",
  code: ["value"],
  analyse: walkConstant,
  suppliedBy: "always",
  fillsFragments: true,
};
