import { eachItem } from "../../language/path.ts";
import type { Authoring } from "../authoring.ts";
import { invertedSchema, rulesSchema, twoSidedRuleSchema } from "../yaml-schema.ts";
import { walkSingle } from "./analysis.ts";

/** The schema, example and checks of the op `single`. */
export const singleAuthoring: Authoring<"single"> = {
  yaml: twoSidedRuleSchema(
    "single",
    "A list; in the other version, its only item.",
    { rules: rulesSchema, inverted: invertedSchema },
    [],
  ),
  example: "{ single: spec.subnets, to: spec.subnet }",
  code: [],
  analyse: walkSingle,
  innerAt: () => ({ first: [eachItem], second: [] }),
  suppliedBy: (_, { isFirst, hasItem }) => (isFirst || hasItem ? "any" : "never"),
  fillsFragments: false,
};
