import type { Authoring } from "../authoring.ts";
import { walkHook } from "./analysis.ts";

export const hookAuthoring: Authoring<"hook"> = {
  yaml: undefined,
  example: undefined,
  code: [],
  analyse: walkHook,
  suppliedBy: ({ forward, backward }, { side }) =>
    (side === "to" ? forward : backward) === undefined ? "never" : "any",
  fillsFragments: ({ from, to, reads }) => from.length + to.length > 2 || reads !== undefined,
};
