import { walkLabel } from "../analysis/metadata.ts";
import type { Authoring } from "../authoring.ts";
import { oneSided, text } from "../yaml-schema.ts";

export const annotationAuthoring: Authoring<"annotation"> = {
  yaml: oneSided(
    "annotation",
    "A field that is an annotation in the other version.",
    { key: text("The annotation's key.") },
    ["key"],
  ),
  example: "{ annotation: spec.note, key: example.com/note }",
  code: [],
  analyse: walkLabel,
  suppliedBy: "never",
  fillsFragments: false,
};
