import type { Authoring } from "../authoring.ts";
import { walkGroup } from "./analysis.ts";

/** The checks of the op `group`. Authors can't write it: it is derived from a `reference`. */
export const groupAuthoring: Authoring<"group"> = {
  yaml: undefined,
  example: undefined,
  code: [],
  analyse: walkGroup,
  suppliedBy: ({ version }, { isFirst }) => (isFirst && version === undefined ? "never" : "any"),
  literals: ({ versions = {} }) =>
    Object.entries(versions).flatMap(([group, version]) => [
      { side: "first", value: group === "" ? version : `${group}/${version}` },
      { side: "second", value: group },
    ]),
  fillsFragments: false,
};
