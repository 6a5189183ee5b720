import type { Authoring } from "../authoring.ts";
import { any, twoSided } from "../yaml-schema.ts";
import { walkOptional } from "./analysis.ts";

export const optionalAuthoring: Authoring<"optional"> = {
  yaml: twoSided(
    "optional",
    "A value that means absence in the version that requires the field.",
    {
      absent: any("The value."),
    },
    ["absent"],
  ),
  example: "{ optional: spec.debug, absent: false }",
  code: ["absent"],
  analyse: walkOptional,
  suppliedBy: "always",
  fillsFragments: true,
};
