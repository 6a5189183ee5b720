import { walkLabel } from "../analysis/metadata.ts";
import type { Authoring } from "../authoring.ts";
import { oneSided, text } from "../yaml-schema.ts";

export const labelAuthoring: Authoring<"label"> = {
  yaml: oneSided(
    "label",
    "A field that is a label in the other version.",
    { key: text("The label's key.") },
    ["key"],
  ),
  example: "{ label: spec.team, key: example.com/team }",
  code: [],
  analyse: walkLabel,
  suppliedBy: "never",
  fillsFragments: false,
};
