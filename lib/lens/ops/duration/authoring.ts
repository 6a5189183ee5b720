import type { Authoring } from "../authoring.ts";
import { inverted, twoSided, words } from "../yaml-schema.ts";
import { walkDuration } from "./analysis.ts";

export const durationAuthoring: Authoring<"duration"> = {
  yaml: twoSided(
    "duration",
    "A text such as 1h30m; in the other version, an integer.",
    {
      unit: words(["ns", "us", "ms", "s", "m", "h"], "What the integer counts."),
      round: words(
        ["zero", "up", "nearest"],
        "How a duration that is not a whole number of units is rounded. Default zero.",
      ),
      inverted,
    },
    ["unit"],
  ),
  example: "{ duration: spec.timeout, to: spec.timeoutSeconds, unit: s }",
  code: ["unit"],
  analyse: walkDuration,
  suppliedBy: "any",
  fillsFragments: false,
};
