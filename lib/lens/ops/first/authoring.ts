import type { JsonObject } from "../../../json/value.ts";
import type { Authoring } from "../authoring.ts";
import { manySidedRuleSchema } from "../yaml-schema.ts";
import { walkFirst } from "./analysis.ts";

const source: JsonObject = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      description: "An op with its path: { duration: spec.timeout, unit: s }.",
    },
  ],
};

/** The schema, example and checks of the op `first`. */
export const firstAuthoring: Authoring<"first"> = {
  yaml: manySidedRuleSchema(
    "first",
    "In one version a path; in the other a list of sources. The value comes from the first source that is present.",
    {
      type: "array",
      items: source,
    },
    {
      backTo: {
        anyOf: [{ type: "integer" }, { const: "all" }],
        description:
          "The index (from 0) of the source that the value is written back to, or all. Default: 0.",
      },
    },
  ),
  example: "{ first: [spec.names, spec.name], to: spec.title }",
  code: [],
  analyse: walkFirst,
  suppliedBy: ({ backTo = 0 }, { isFirst, index }) => {
    if (!isFirst) return "any";
    return backTo === "all" || backTo === index ? "all" : "never";
  },
  fillsFragments: true,
};
