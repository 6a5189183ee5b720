import type { Authoring } from "../authoring.ts";
import { inverted, text, twoSided } from "../yaml-schema.ts";

export const wrapAuthoring: Authoring<"wrap"> = {
  yaml: twoSided(
    "wrap",
    "Scalars; in the other version, maps with one member.",
    { key: text("The member."), inverted },
    ["key"],
  ),
  example: "{ wrap: spec.names, to: spec.users, key: name }",
  code: ["key"],
  suppliedBy: "any",
  fillsFragments: false,
};
