import { deprecatedPatch } from "../../definition-patch.ts";
import { definitionEdit } from "../definition-edit.ts";
import type { StepAction } from "../step-action.ts";

/** Marks a version as deprecated: every response at it has a warning from then on. */
export const setDeprecated = definitionEdit<StepAction<"set-deprecated">>("definition", {
  title: ({ version, warning }) =>
    warning === null ? `take back that ${version} is deprecated` : `deprecate ${version}`,
  manifest: ({ version, warning }) =>
    warning === null ? `take back that ${version} is deprecated` : `mark ${version} as deprecated`,
  patch: ({ version, warning }, definition) => deprecatedPatch(definition, version, warning),
  isDone: ({ version, warning }, { versions }) => {
    const own = versions.find(({ name }) => name === version);
    return own === undefined || own.deprecated === (warning !== null);
  },
  after: ({ version, warning }, { plural, group }, { kubectl }) =>
    `${kubectl} get ${plural}.${version}.${group} prints ${warning === null ? "no" : "the"} warning`,
  undo: ({ version, warning }) => ({
    type: "set-deprecated",
    version,
    warning: warning === null ? `${version} is deprecated` : null,
  }),
});
