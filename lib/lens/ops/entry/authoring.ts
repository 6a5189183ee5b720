import type { Authoring } from "../authoring.ts";
import { manySidedRuleSchema, stringSchema, textMapSchema } from "../yaml-schema.ts";
import { walkEntry } from "./analysis.ts";
import { filledNames } from "./codec.ts";

/** The schema, example and checks of the op `entry`. */
export const entryAuthoring: Authoring<"entry"> = {
  yaml: manySidedRuleSchema(
    "entry",
    "In one version the path of each field, by the name of its item; in the other the path of the list of {name, value} items.",
    textMapSchema,
    {
      name: stringSchema("The member of an item that holds the name. Left out, it is `name`."),
      value: stringSchema("The member of an item that holds the value. Left out, it is `value`."),
      members: {
        type: "object",
        additionalProperties: { type: "object" },
        description: "Further members of the items, by item name: { id: { required: true } }.",
      },
    },
  ),
  example: "{ entry: { cpu: spec.cpu }, to: spec.resources }",
  code: [],
  analyse: walkEntry,
  suppliedBy: (_, { isFirst, sources }) => (sources > 1 || !isFirst ? "any" : "never"),
  fillsFragments: (data) => filledNames(data).length > 0,
};
