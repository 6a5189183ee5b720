import type { Authoring } from "../authoring.ts";
import { text, twoSided } from "../yaml-schema.ts";

export const useAuthoring: Authoring<"use"> = {
  yaml: twoSided("use", "A value that a named lens converts.", { lens: text("The lens's name.") }, [
    "lens",
  ]),
  example: "{ use: spec.template, lens: pod }",
  code: [],
  analyse: undefined,
  suppliedBy: "any",
  fillsFragments: false,
};
