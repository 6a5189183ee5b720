import type { Kind } from "../../../kind/kind.ts";
import { groupKindText } from "../../../protocol/gvk.ts";
import type { KindInFolder } from "../../kinds/kinds.ts";
import {
  mutatedResources,
  needsConversion,
  validatedResources,
} from "../../kinds/registered-kind.ts";
import { alignedCells } from "../../terminal/aligned-cells.ts";
import { pathFromWorkingFolder } from "../../terminal/working-folder-path.ts";

/** A line for each served kind: its versions, what its webhooks do, and its folder. */
export function kindLines(kinds: readonly KindInFolder[]): readonly string[] {
  const rows = kinds.map(({ kind, folder }) => [
    groupKindText(kind),
    versionTexts(kind).join(" "),
    workOf(kind),
    pathFromWorkingFolder(folder),
  ]);
  return alignedCells(rows, "  ");
}

/** The versions of the CRD and its gone versions, with notes: `v1 (stored)`, `v1alpha1 (not served)`, `v0 (gone)`. */
export function versionTexts({ crd, gone }: Kind): readonly string[] {
  const listed = crd.versions.map(({ name, served, storage }) => {
    const notes = [...(storage ? ["stored"] : []), ...(served ? [] : ["not served"])];
    return notes.length === 0 ? name : `${name} (${notes.join(", ")})`;
  });
  return [...listed, ...gone.map(({ name }) => `${name} (gone)`)];
}

function workOf(kind: Kind): string {
  const work = [
    ...(needsConversion(kind) ? ["converts"] : []),
    ...(mutatedResources(kind).length > 0 ? ["mutates"] : []),
    ...(validatedResources(kind).length > 0 ? ["validates"] : []),
    ...(kind.undecided === true ? ["is a draft that does not compile"] : []),
  ];
  return work.length === 0 ? "nothing to do" : work.join(", ");
}
