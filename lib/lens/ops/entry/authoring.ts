import type { Authoring } from "../authoring.ts";
import { manySided, stringSchema, texts } from "../yaml-schema.ts";
import { walkEntry } from "./analysis.ts";
import { filledNames } from "./codec.ts";

/** Fields against named items, as rules spell them. */
export const entryAuthoring: Authoring<"entry"> = {
  yaml: manySided(
    "entry",
    "The paths of fields by the name of their item, or the path of the list of {name, value}.",
    texts,
    {
      name: stringSchema("The member of an item that holds the name. Left out, it is `name`."),
      value: stringSchema("The member of an item that holds the value. Left out, it is `value`."),
      members: {
        type: "object",
        additionalProperties: { type: "object" },
        description: "The schemas of further members of the items, by member.",
      },
    },
  ),
  example: "{ entry: { cpu: spec.cpu }, to: spec.resources }",
  code: [],
  analyse: walkEntry,
  suppliedBy: (_, { isFirst, sources }) => (sources > 1 || !isFirst ? "any" : "never"),
  fillsFragments: (data) => filledNames(data).length > 0,
};
