import type { Authoring } from "../authoring.ts";
import { clamp, inverted, twoSided, words } from "../yaml-schema.ts";
import { walkDuration } from "./analysis.ts";

/** Text against a count of time, as rules spell it. */
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
      clamp,
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
