import { sides } from "../../../converter/side.ts";
import type { Authoring } from "../authoring.ts";
import { testedValues } from "../value-test.ts";
import { rules, twoSided, versionsSchema, words } from "../yaml-schema.ts";

/** Rules on items, as they are written. */
export const eachAuthoring: Authoring<"each"> = {
  yaml: twoSided(
    "each",
    "A list whose items correspond one to one; or, with {} at the path's end, a map with any keys whose values correspond.",
    {
      rules,
      key: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        description:
          "Members that identify an item, such as `type` of conditions, for the stash only. Left out, those that the schema names.",
      },
      where: versionsSchema(
        "By version, tests of the members of an item: those that pass are converted, the others are preserved one by one.",
      ),
      align: words(
        ["exact"],
        "exact: an item that replaces another inherits none of its preserved values.",
      ),
    },
    [],
  ),
  example: "{ each: spec.tasks, key: name, rules: [{ move: image, to: container }] }",
  code: [],
  analyse: undefined,
  ownValues: ({ from, where }) => {
    const step = from.endsWith("{}") ? "{}" : "[*]";
    return sides.flatMap((each) =>
      testedValues(where?.[each] ?? {}).map(([path, value]) => ({
        side: each === "from" ? "first" : "second",
        below: `${step}.${path}`,
        value,
      })),
    );
  },
  suppliedBy: "any",
  fillsFragments: false,
};
