import { storagePatch } from "../../definition-patch.ts";
import { storageVersion } from "../../live-definition.ts";
import { droppedFaults, preflight, preflightFaultText } from "../../preflight.ts";
import { objectsAccess } from "../access-rule.ts";
import { definitionEdit } from "../definition-edit.ts";
import { readFaultsOfAll } from "../read-faults.ts";
import type { StepAction } from "../step-action.ts";
import { storageVersionHash } from "../storage-version-hash.ts";

/**
 * Makes a version the storage version. Later writes are stored at it, so an object that can't be converted to it can be neither
 * changed nor deleted. The check therefore reads every object at that version first.
 */
export const setStorage = definitionEdit<StepAction<"set-storage">>("definition", {
  isTyped: true,
  title: ({ version }) => `store at ${version}`,
  manifest: ({ version, from }) =>
    `set storage: true for ${version} and storage: false for ${from}`,
  patch: ({ version }, definition) => storagePatch(definition, version),
  isDone: ({ version }, definition) => storageVersion(definition) === version,
  after: ({ version }, definition, { kubectl }) =>
    `${kubectl} get --raw /apis/${definition.group}/${version} shows storageVersionHash ${storageVersionHash(definition, version)} for ${definition.plural}; with several API servers, wait until each of them shows it. The server closes all watches once, and lists may get 429 for some seconds`,
  undo: ({ version, from }) => ({ type: "set-storage", version: from, from: version }),
  access: (_, definition) => [objectsAccess(definition, ["get"])],
  check: async ({ version }, context) => {
    const { client, crd, definition, isUndo } = context;
    // Undoing the step must be possible even if objects can't be read: it makes them readable again.
    if (isUndo) return [];
    const { faults } = await preflight(client, definition);
    const found = [...droppedFaults(crd, definition, version), ...faults].map(preflightFaultText);
    return found.length > 0 ? found : readFaultsOfAll(context, version);
  },
  stores: ({ version }) => version,
});
