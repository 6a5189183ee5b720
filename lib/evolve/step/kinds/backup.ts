import {
  BackupIncomplete,
  backupObjects,
  hasStatusSubresource,
} from "../../backup/backup-objects.ts";
import { objectsPath } from "../../live-definition.ts";
import type { StepAction } from "../step-action.ts";
import type { StepType } from "../step-type.ts";

/** Writes all objects and the definition to files. */
export const backup: StepType<StepAction<"backup">> = {
  target: "files",
  isTyped: false,
  title: () => "back up all objects and the definition",
  command: ({ version }, { name, group, plural }, { kubectl }) =>
    `(set -e; umask 077; ${kubectl} get ${plural}.${version}.${group} -A -o json --show-managed-fields > ${name}.backup.json; ${kubectl} get crd ${name} -o json > ${name}.json)`,
  after: () => "both files exist",
  undo: () => ({ type: "none", because: "it only wrote files: remove them" }),
  isDone: () => undefined,
  stores: () => undefined,
  applied: (_, crd) => crd,
  access: () => [],
  check: async () => [],
  requests: async ({ version }, { definition }) => [
    { method: "GET", path: objectsPath(definition, version) },
  ],
  act: async ({ version }, { client, crd, definition, files }) => {
    const hasStatus = hasStatusSubresource(crd, version);
    try {
      const notes = await files.backUp({ crd, hasStatus }, (write) =>
        backupObjects(client, definition, version, write),
      );
      return { faults: [], notes };
    } catch (fault) {
      if (!(fault instanceof BackupIncomplete)) throw fault;
      return { faults: [fault.message], notes: [] };
    }
  },
};
