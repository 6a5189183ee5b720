import type { JsonObject } from "../../../json/value.ts";
import type { Authoring } from "../authoring.ts";
import { any, booleanSchema, manySided, object, stringSchema } from "../yaml-schema.ts";
import { walkPartition } from "./analysis.ts";

const itemTest: JsonObject = object(
  {
    member: stringSchema("The member of the item that is tested."),
    equals: any("The member equals this."),
    in: { type: "array", description: "The member is one of these." },
    present: booleanSchema("true: the member is set. false: it is absent or null."),
  },
  ["member"],
);

/** One list against two, as rules spell them. */
export const partitionAuthoring: Authoring<"partition"> = {
  yaml: manySided(
    "partition",
    "A list, or the two lists that it is in the other version: items that pass the test, then the rest.",
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
  ownValues: ({ test: { member, equals, in: among = [] } }) =>
    [...(equals === undefined ? [] : [equals]), ...among].map((value) => ({
      value: [{ [member]: value }],
    })),
  suppliedBy: (_, { isFirst, sources }) => (sources > 1 || isFirst ? "any" : "never"),
  fillsFragments: true,
};
