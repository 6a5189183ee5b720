import type { Authoring } from "../authoring.ts";
import { walkGroup } from "./analysis.ts";

/** An apiVersion against a group: only a reference stands for such rules. */
export const groupAuthoring: Authoring<"group"> = {
  yaml: undefined,
  example: undefined,
  code: [],
  analyse: walkGroup,
  suppliedBy: ({ version }, { isFirst }) => (isFirst && version === undefined ? "never" : "any"),
  ownValues: ({ versions = {} }) =>
    Object.entries(versions).flatMap(([group, version]) => [
      { side: "first", value: group === "" ? version : `${group}/${version}` },
      { side: "second", value: group },
    ]),
  fillsFragments: false,
};
