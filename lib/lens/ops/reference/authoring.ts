import type { Authoring } from "../authoring.ts";
import { inverted, stringSchema, texts, twoSided, words } from "../yaml-schema.ts";

/** References in two forms, as rules spell them. */
export const referenceAuthoring: Authoring<"reference"> = {
  yaml: twoSided(
    "reference",
    "A reference: {apiVersion, kind, name}, and in the other version perhaps {apiGroup, kind, name}. What only one version has of it is preserved.",
    {
      version: stringSchema(
        "The version of each group, where apiVersion is a group in the other version.",
      ),
      versions: {
        ...texts,
        description: 'The version by group, before `version`; "" is the core group.',
      },
      namespace: words(
        ["own"],
        "own: the namespace is that of the object. Left out, a namespace is preserved.",
      ),
      group: stringSchema("The member that holds the group. Default apiGroup or group."),
      inverted,
    },
    [],
  ),
  example: "{ reference: spec.target, version: v1 }",
  code: [],
  analyse: undefined,
  suppliedBy: "any",
  fillsFragments: true,
};
