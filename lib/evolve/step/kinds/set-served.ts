import { servedPatch } from "../../definition-patch.ts";
import { usageAccess } from "../access-rule.ts";
import { definitionEdit } from "../definition-edit.ts";
import type { StepAction } from "../step-action.ts";
import { versionUsageFaults } from "../version-usage.ts";

/** Serves a version, or stops serving it. When it stops, the server closes watches at that version, and requests get 404. */
export const setServed = definitionEdit<StepAction<"set-served">>("definition", {
  title: ({ version, served }) => (served ? `serve ${version}` : `stop serving ${version}`),
  manifest: ({ version, served }) => `set served: ${served} for ${version}`,
  patch: ({ version, served }, definition) => servedPatch(definition, version, served),
  isDone: ({ version, served }, { versions }) =>
    (versions.find(({ name }) => name === version)?.served ?? false) === served,
  after: ({ version, served }, { name, plural, group }, { kubectl, flags }) =>
    served
      ? `${kubectl} get ${plural}.${version}.${group} -A lists every object`
      : `customhouse versions ${name}${flags} shows ${version} as not served; requests at ${version} get 404`,
  undo: ({ version, served }) => ({ type: "set-served", version, served: !served }),
  access: ({ served }) => (served ? [] : usageAccess),
  check: async ({ version, served }, context) =>
    served || context.isUndo ? [] : versionUsageFaults(context, { version, end: "unserve" }),
});
