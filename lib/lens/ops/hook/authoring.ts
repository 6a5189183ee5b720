import type { JsonObject } from "../../../json/value.ts";
import type { Authoring } from "../authoring.ts";
import { everyRule, object, stringSchema } from "../yaml-schema.ts";
import { walkHook } from "./analysis.ts";

const paths: JsonObject = { type: "array", items: { type: "string" } };

/** Code over declared paths, which only TypeScript can spell. */
export const hookAuthoring: Authoring<"hook"> = {
  yaml: object(
    {
      hook: stringSchema(
        "The hook's code, as ./hooks.ts#slices: the path from the folder of this file, and the name of an export, which is an object { forward, backward }.",
      ),
      from: { ...paths, description: "Paths in the older version, in the order of the values." },
      to: { ...paths, description: "Paths in the newer version, in the order of the values." },
      reads: {
        anyOf: [paths, { type: "object", additionalProperties: paths }],
        description:
          "Paths that are read besides, of the version that the conversion starts from: one list for both versions, or a list " +
          "for each version by its name.",
      },
      oneWay: stringSchema("Why one direction is enough."),
      ...everyRule,
    },
    ["hook", "from", "to"],
  ),
  example:
    "{ hook: ./hooks.ts#slices, from: [spec.domains], to: [spec.slices], reads: [spec.levels] }",
  code: [],
  analyse: walkHook,
  suppliedBy: ({ forward, backward }, { side }) =>
    (side === "to" ? forward : backward) === undefined ? "never" : "any",
  fillsFragments: ({ from, to, reads }) => from.length + to.length > 2 || reads !== undefined,
};
