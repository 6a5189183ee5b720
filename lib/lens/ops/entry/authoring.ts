import type { Authoring } from "../authoring.ts";
import { manySided, text, texts } from "../yaml-schema.ts";
import { walkEntry } from "./analysis.ts";

export const entryAuthoring: Authoring<"entry"> = {
  yaml: manySided(
    "entry",
    "The paths of fields by the name of their item, or the path of the list of {name, value}.",
    texts,
    {
      name: text("The member of an item that holds the name. Default name."),
      value: text("The member of an item that holds the value. Default value."),
      members: {
        type: "object",
        additionalProperties: { type: "object" },
        description: "The schemas of further members of the items, by member.",
      },
      fill: {
        type: "array",
        items: { type: "string" },
        description: "Names whose item is in the list even where its field is absent.",
      },
    },
  ),
  example: "{ entry: { cpu: spec.cpu }, to: spec.resources }",
  code: [],
  analyse: walkEntry,
  suppliedBy: (_, { isFirst, sources }) => (sources > 1 || !isFirst ? "any" : "never"),
  fillsFragments: ({ fill = [] }) => fill.length > 0,
};
