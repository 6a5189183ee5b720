import { member } from "../../../json/value.ts";
import { removedVersionPatch } from "../../definition-patch.ts";
import { usageAccess } from "../access-rule.ts";
import { definitionEdit } from "../definition-edit.ts";
import type { StepAction } from "../step-action.ts";
import { versionUsageFaults } from "../version-usage.ts";

/**
 * Removes a version from the definition. Afterwards, objects that are stored at it can't be read, and server-side apply fails
 * for objects whose managedFields name it.
 */
export const removeVersion = definitionEdit<StepAction<"remove-version">>("definition", {
  isTyped: true,
  title: (action) => `remove ${nameOf(action)}`,
  manifest: (action) =>
    `remove ${nameOf(action)}${action.conversion === null ? "" : " and replace the conversion"}`,
  patch: (action, definition) => removedVersionPatch(definition, nameOf(action), action.conversion),
  isDone: (action, { versions }) => versions.every(({ name }) => name !== nameOf(action)),
  after: () =>
    "all objects can be listed, and a server-side apply of one of them succeeds with --dry-run=server",
  undo: ({ version, index }) => ({
    type: "add-version",
    version: { ...version, served: false, storage: false },
    index,
    conversion: null,
  }),
  access: () => usageAccess,
  check: (action, context) =>
    versionUsageFaults(context, { version: nameOf(action), end: "remove" }),
  needsProof: () => true,
});

function nameOf({ version }: StepAction<"remove-version">): string {
  return String(member(version, "name"));
}
