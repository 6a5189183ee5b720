import { storedVersionsPatch } from "../../definition-patch.ts";
import { storageVersion } from "../../live-definition.ts";
import { definitionEdit } from "../definition-edit.ts";
import type { StepAction } from "../step-action.ts";

/**
 * Changes storedVersions. The server does not verify the list, and allows the removal of a version that the list lacks. So a
 * version is taken out only after a pass over all objects has shown that none is stored at it.
 */
export const setStoredVersions = definitionEdit<StepAction<"set-stored-versions">>("status", {
  title: ({ from, to }) =>
    `${to.length > from.length ? "set" : "trim"} storedVersions to ${to.join(", ")}`,
  manifest: ({ to }) => `set storedVersions to ${to.join(", ")}`,
  patch: ({ to }, definition) => storedVersionsPatch(definition, to),
  isDone: ({ to }, { storedVersions, migration }) =>
    haveSameVersions(storedVersions, to) && migration?.state !== "failed",
  after: ({ to }, { name }, { flags }) =>
    `customhouse versions ${name}${flags} shows storedVersions ${to.join(", ")}`,
  undo: ({ from, to }) => ({ type: "set-stored-versions", from: to, to: from }),
  check: async ({ from, to }, { definition }) => {
    const { storedVersions, name } = definition;
    if (!haveSameVersions(storedVersions, from)) {
      return [
        `storedVersions of ${name} is ${storedVersions.join(", ")}, but was ${from.join(", ")} when the plan was made: plan again`,
      ];
    }
    if (!to.includes(storageVersion(definition))) {
      return [`the storage version is now ${storageVersion(definition)}: plan again`];
    }
    return [];
  },
  // Adding versions to the list needs no proof: it only makes the server refuse more removals.
  needsProof: ({ from, to }, { migration }) =>
    from.some((version) => !to.includes(version)) || migration?.state === "failed",
});

function haveSameVersions(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((version, index) => version === other[index]);
}
