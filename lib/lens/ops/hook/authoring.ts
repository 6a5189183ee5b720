import type { JsonObject } from "../../../json/value.ts";
import type { Authoring } from "../authoring.ts";
import { commonRuleMembers, objectSchema, stringSchema } from "../yaml-schema.ts";
import { walkHook } from "./analysis.ts";

const paths: JsonObject = { type: "array", items: { type: "string" } };

/** The schema, example and checks of the op `hook`. */
export const hookAuthoring: Authoring<"hook"> = {
  yaml: objectSchema(
    {
      hook: stringSchema(
        "The hook's code, as ./hooks.ts#slices: the path from the folder of this file, and the name of an export, which is an object { forward, backward }.",
      ),
      from: { ...paths, description: "Paths in the older version, in the order of the values." },
      to: { ...paths, description: "Paths in the newer version, in the order of the values." },
      reads: {
        anyOf: [paths, { type: "object", additionalProperties: paths }],
        description:
          "Further paths to read, in the version that is converted: one list for both versions, or a list " +
          "for each version by its name.",
      },
      oneWay: stringSchema("The reason why only one direction has a function."),
      ...commonRuleMembers,
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
