import { sides } from "../../../converter/side.ts";
import type { Authoring } from "../authoring.ts";
import { testedValues } from "../value-test.ts";
import { enumSchema, rulesSchema, twoSidedRuleSchema, versionsSchema } from "../yaml-schema.ts";

/** The schema, example and checks of the op `each`. */
export const eachAuthoring: Authoring<"each"> = {
  yaml: twoSidedRuleSchema(
    "each",
    "A list whose items correspond one to one in the two versions. With {} at the end of the path: a map with free keys, whose values correspond by key.",
    {
      rules: rulesSchema,
      key: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        description:
          "The member or members that identify an item, such as `type` for conditions: preserved values find their item by them. Default: the keys that the schema declares.",
      },
      where: versionsSchema(
        "By version, tests of an item's members: items that pass are converted, all others are preserved one by one.",
      ),
      align: enumSchema(
        ["exact"],
        "exact: an item that replaces another inherits none of its preserved values.",
      ),
    },
    [],
  ),
  example: "{ each: spec.tasks, key: name, rules: [{ move: image, to: container }] }",
  code: [],
  analyse: undefined,
  literals: ({ from, where }) => {
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
