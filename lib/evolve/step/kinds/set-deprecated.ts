import { deprecatedPatch } from "../../definition-patch.ts";
import { definitionEdit } from "../definition-edit.ts";
import { reversedChange, type StepAction } from "../step-action.ts";

/** Marks a version as deprecated, or removes the mark. Each response at a deprecated version has a warning. */
export const setDeprecated = definitionEdit<StepAction<"set-deprecated">>("definition", {
  title: ({ version, deprecated }) =>
    deprecated ? `deprecate ${version}` : `mark ${version} as not deprecated`,
  manifest: ({ version, deprecated }) =>
    deprecated ? `mark ${version} as deprecated` : `mark ${version} as not deprecated`,
  patch: ({ version, deprecated, warning }, definition) =>
    deprecatedPatch(definition, version, { deprecated, warning: warning.to }),
  isDone: ({ version, deprecated }, { versions }) => {
    const own = versions.find(({ name }) => name === version);
    return own === undefined || own.deprecated === deprecated;
  },
  after: ({ version, deprecated }, { plural, group }, { kubectl }) =>
    `${kubectl} get ${plural}.${version}.${group} prints ${deprecated ? "the" : "no"} warning`,
  undo: ({ version, deprecated, warning }) => ({
    type: "set-deprecated",
    version,
    deprecated: !deprecated,
    warning: reversedChange(warning),
  }),
});
