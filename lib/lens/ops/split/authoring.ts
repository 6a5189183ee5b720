import type { Authoring } from "../authoring.ts";
import { manySidedRuleSchema, stringSchema, textMapSchema } from "../yaml-schema.ts";
import { walkSplit } from "./analysis.ts";
import { splitCode } from "./code.ts";

/** The schema, example and checks of the op `split`. */
export const splitAuthoring: Authoring<"split"> = {
  yaml: manySidedRuleSchema(
    "split",
    "In one version the path of a text; in the other the paths of its parts, by the names in the template.",
    textMapSchema,
    {
      template: stringSchema('How the parts form the text: "{host}:{port}".'),
    },
    ["template"],
  ),
  example: `{ split: spec.address, to: { host: spec.host, port: spec.port }, template: "{host}:{port}" }`,
  code: splitCode,
  analyse: walkSplit,
  suppliedBy: "all",
  fillsFragments: false,
};
