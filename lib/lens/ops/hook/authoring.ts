import type { Authoring } from "../authoring.ts";

export const hookAuthoring: Authoring<"hook"> = {
  yaml: undefined,
  example: undefined,
  code: [],
  suppliedBy: ({ forward, backward }, { side }) =>
    (side === "to" ? forward : backward) === undefined ? "never" : "any",
  fillsFragments: ({ from, to, reads }) => from.length + to.length > 2 || reads !== undefined,
};
