import type { Authoring } from "../authoring.ts";
import { objectSchema, stringSchema } from "../yaml-schema.ts";

/** The schema and example of the op `include`. */
export const includeAuthoring: Authoring<"include"> = {
  yaml: objectSchema(
    {
      include: stringSchema(
        "The rules of a named lens, as if they were written here: a name under `lenses`, or file#name.",
      ),
    },
    ["include"],
  ),
  example: "{ include: machine }",
  code: [],
  analyse: undefined,
  suppliedBy: "any",
  fillsFragments: false,
};
