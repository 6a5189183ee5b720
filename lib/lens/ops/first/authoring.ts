import type { JsonObject } from "../../../json/value.ts";
import type { Authoring } from "../authoring.ts";
import { any, manySided } from "../yaml-schema.ts";
import { walkFirst } from "./analysis.ts";

const source: JsonObject = {
  anyOf: [
    { type: "string" },
    { type: "object", description: "A value op with its path: { wrap: spec.names, key: name }." },
  ],
};

export const firstAuthoring: Authoring<"first"> = {
  yaml: manySided(
    "first",
    "A path, or a list of paths of which the first that is set gives its value.",
    {
      type: "array",
      items: source,
    },
    {
      home: {
        anyOf: [{ type: "integer" }, { const: "all" }],
        description: "The index of the source that the value returns to, or all. Default 0.",
      },
      default: any(
        "The path's value where no source has one. Converted back, it is written to the source.",
      ),
    },
  ),
  example: "{ first: [spec.names, spec.name], to: spec.title }",
  code: [],
  analyse: walkFirst,
  suppliedBy: ({ home = 0, default: value }, { isFirst, index }) => {
    if (!isFirst) return value === undefined ? "any" : "always";
    return home === "all" || home === index ? "all" : "never";
  },
  fillsFragments: true,
};
