import { keyText } from "../../language/path.ts";
import type { Authoring } from "../authoring.ts";
import { inverted, text, texts, twoSided, words } from "../yaml-schema.ts";
import { walkReference } from "./analysis.ts";

/** References in two forms, as rules spell them. */
export const referenceAuthoring: Authoring<"reference"> = {
  yaml: twoSided(
    "reference",
    "{apiVersion, kind, name}; in the other version, {apiGroup, kind, name}.",
    {
      versions: { ...texts, description: 'The version of each group; "" is the core group.' },
      namespace: words(
        ["own"],
        "own: the namespace is that of the object. Left out, a namespace is preserved.",
      ),
      group: text("The member of the second side that holds the group. Default apiGroup."),
      inverted,
    },
    ["versions"],
  ),
  example: "{ reference: spec.target, versions: { apps: v1 } }",
  code: ["versions"],
  analyse: walkReference,
  ownValues: ({ versions, group: member = "apiGroup" }) =>
    Object.entries(versions).flatMap(([group, version]) => [
      { side: "first", below: "apiVersion", value: group === "" ? version : `${group}/${version}` },
      { side: "second", below: keyText(member).replace(/^\./, ""), value: group },
    ]),
  suppliedBy: "any",
  fillsFragments: true,
};
