import type { Authoring } from "../authoring.ts";
import {
  enumSchema,
  invertedSchema,
  stringSchema,
  textMapSchema,
  twoSidedRuleSchema,
} from "../yaml-schema.ts";

/** The schema and example of the op `reference`. */
export const referenceAuthoring: Authoring<"reference"> = {
  yaml: twoSidedRuleSchema(
    "reference",
    "A reference to another object: {apiVersion, kind, name}; in the other version it may be {apiGroup, kind, name}. Members that only one version has are preserved.",
    {
      version: stringSchema(
        "The API version to add to a group, if one version has apiVersion and the other only the group.",
      ),
      versions: {
        ...textMapSchema,
        description:
          'The API version of single groups, by group; others have `version`. The core group "" has v1 by default.',
      },
      namespace: enumSchema(
        ["own"],
        "own: where only one version has the namespace, it is the object's own namespace. Left out, the namespace is preserved.",
      ),
      group: stringSchema("The member that holds the group. Default: apiGroup or group."),
      inverted: invertedSchema,
    },
    [],
  ),
  example: "{ reference: spec.target, version: v1 }",
  code: [],
  analyse: undefined,
  suppliedBy: "any",
  fillsFragments: true,
};
