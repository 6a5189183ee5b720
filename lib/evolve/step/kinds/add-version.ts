import { member } from "../../../json/value.ts";
import { addedVersionPatch } from "../../definition-patch.ts";
import { definitionEdit } from "../definition-edit.ts";
import { reversedChange, type StepAction } from "../step-action.ts";

/** Adds a version that is not served: no client sees it, and it can be removed again. */
export const addVersion = definitionEdit<StepAction<"add-version">>("definition", {
  title: (action) => `add ${nameOf(action)}, not served`,
  manifest: (action) =>
    `add ${nameOf(action)} with served: false${action.conversion === null ? "" : " and the conversion"}`,
  patch: (action, definition) => addedVersionPatch(definition, action),
  isDone: (action, { versions }) => versions.some(({ name }) => name === nameOf(action)),
  after: (action, { name }, { flags }) =>
    `customhouse versions ${name}${flags} lists ${nameOf(action)}`,
  undo: ({ version, index, conversion }) => ({
    type: "remove-version",
    version,
    index,
    conversion: conversion && reversedChange(conversion),
  }),
});

function nameOf({ version }: StepAction<"add-version">): string {
  return String(member(version, "name"));
}
