import type { Authoring } from "../authoring.ts";
import { invertedSchema, stringSchema, twoSidedRuleSchema } from "../yaml-schema.ts";
import { walkCount } from "./analysis.ts";

/** The schema, example and checks of the op `count`. */
export const countAuthoring: Authoring<"count"> = {
  yaml: twoSidedRuleSchema(
    "count",
    "A list of strings that may repeat; in the other version, a list of {name, quantity}.",
    {
      name: stringSchema("The member of an item that holds the string. Left out, it is `name`."),
      quantity: stringSchema(
        "The member of an item that holds the number. Left out, it is `quantity`.",
      ),
      limit: {
        type: "integer",
        description:
          "How many strings of the list may be repetitions, all together: the first of each string does not count. With more, the review fails. Default: 10000.",
      },
      inverted: invertedSchema,
    },
    [],
  ),
  example: "{ count: spec.toppings }",
  code: [],
  analyse: walkCount,
  suppliedBy: "any",
  fillsFragments: false,
};
