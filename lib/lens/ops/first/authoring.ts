import type { JsonObject } from "../../../json/value.ts";
import type { Authoring } from "../authoring.ts";
import { manySided } from "../yaml-schema.ts";
import { walkFirst } from "./analysis.ts";

const source: JsonObject = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      description: "A value op with its path: { duration: spec.timeout, unit: s }.",
    },
  ],
};

/** Several sources of one value, as rules spell them. */
export const firstAuthoring: Authoring<"first"> = {
  yaml: manySided(
    "first",
    "A path, or a list of paths of which the first that is set gives its value.",
    {
      type: "array",
      items: source,
    },
    {
      backTo: {
        anyOf: [{ type: "integer" }, { const: "all" }],
        description: "The index of the source that the value returns to, or all. Default 0.",
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
