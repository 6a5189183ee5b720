import type { Authoring } from "../authoring.ts";
import { any, inverted, twoSided } from "../yaml-schema.ts";
import { walkDefault } from "./analysis.ts";

export const defaultAuthoring: Authoring<"default"> = {
  yaml: twoSided(
    "default",
    "A value that may be absent in one version and is filled in the other.",
    {
      value: any("The value that fills it."),
      inverted,
    },
    ["value"],
  ),
  example: "{ default: spec.replicas, value: 1 }",
  code: ["value"],
  analyse: walkDefault,
  suppliedBy: (_, { isFirst }) => (isFirst ? "never" : "always"),
  fillsFragments: true,
};
