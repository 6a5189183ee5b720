import { storedVersionsPatch } from "../../definition-patch.ts";
import { storageVersion } from "../../live-definition.ts";
import { definitionEdit } from "../definition-edit.ts";
import type { StepAction } from "../step-action.ts";

/**
 * Changes storedVersions. The server believes what is written, and lets a version be removed that storedVersions lacks: so
 * none is taken out before a second pass has shown that no object is stored at it.
 */
export const setStoredVersions = definitionEdit<StepAction<"set-stored-versions">>("status", {
  title: ({ from, to }) =>
    `${to.length > from.length ? "set" : "trim"} storedVersions to ${to.join(", ")}`,
  manifest: ({ to }) => `set storedVersions to ${to.join(", ")}`,
  patch: ({ to }, definition) => storedVersionsPatch(definition, to),
  isDone: ({ to }, { storedVersions, migration }) =>
    isSame(storedVersions, to) && migration?.state !== "failed",
  after: ({ to }, { name }, { cluster }) =>
    `customhouse versions ${name}${cluster} shows storedVersions ${to.join(", ")}`,
  undo: ({ from, to }) => ({ type: "set-stored-versions", from: to, to: from }),
  check: async ({ from, to }, { definition }) => {
    const { storedVersions, name } = definition;
    if (!isSame(storedVersions, from)) {
      return [
        `storedVersions of ${name} is ${storedVersions.join(", ")}, and was ${from.join(", ")} when the plan was made: plan again`,
      ];
    }
    if (!to.includes(storageVersion(definition))) {
      return [`objects are stored at ${storageVersion(definition)}: plan again`];
    }
    return [];
  },
  // Versions that are added only make the server refuse more.
  needsProof: ({ from, to }, { migration }) =>
    from.some((version) => !to.includes(version)) || migration?.state === "failed",
});

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((version, index) => version === other[index]);
}
