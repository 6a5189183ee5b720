import type { JsonObject } from "../../../json/value.ts";
import type { Authoring } from "../authoring.ts";
import {
  anyValueSchema,
  booleanSchema,
  manySidedRuleSchema,
  objectSchema,
  stringSchema,
} from "../yaml-schema.ts";
import { walkPartition } from "./analysis.ts";

const itemTest: JsonObject = objectSchema(
  {
    member: stringSchema("The member of an item to test."),
    equals: anyValueSchema("The member equals this."),
    in: { type: "array", description: "The member is one of these." },
    present: booleanSchema("true: the member is set. false: it is absent or null."),
  },
  ["member"],
);

/** The schema, example and checks of the op `partition`. */
export const partitionAuthoring: Authoring<"partition"> = {
  yaml: manySidedRuleSchema(
    "partition",
    "For the version with one list its path; for the other a list of two paths: first that of the items that pass the test, then that of the others.",
    {
      type: "array",
      items: { type: "string" },
      minItems: 2,
      maxItems: 2,
    },
    { test: itemTest },
    ["test"],
  ),
  example:
    "{ partition: spec.volumes, to: [spec.claims, spec.others], test: { member: claim, present: true } }",
  code: [],
  analyse: walkPartition,
  literals: ({ test: { member, equals, in: among = [] } }) =>
    [...(equals === undefined ? [] : [equals]), ...among].map((value) => ({
      value: [{ [member]: value }],
    })),
  suppliedBy: (_, { isFirst, sources }) => (sources > 1 || isFirst ? "any" : "never"),
  fillsFragments: true,
};
