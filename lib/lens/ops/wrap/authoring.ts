import type { Authoring } from "../authoring.ts";
import { inverted, text, twoSided } from "../yaml-schema.ts";
import { walkWrap } from "./analysis.ts";

/** A list of scalars against a list of maps, as rules spell it. */
export const wrapAuthoring: Authoring<"wrap"> = {
  yaml: twoSided(
    "wrap",
    "Scalars; in the other version, maps with one member.",
    { key: text("The member."), inverted },
    ["key"],
  ),
  example: "{ wrap: spec.names, to: spec.users, key: name }",
  code: ["key"],
  analyse: walkWrap,
  suppliedBy: "any",
  fillsFragments: false,
};
