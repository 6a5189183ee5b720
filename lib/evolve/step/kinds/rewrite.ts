import { bodyAt } from "../../cluster-reader.ts";
import { migrateObjectsCommand } from "../../kubectl-commands.ts";
import {
  definitionPath,
  type LiveDefinition,
  liveDefinition,
  storageVersion,
} from "../../live-definition.ts";
import { droppedFaults, preflightFaultText } from "../../preflight.ts";
import { isComplete, rewriteObjects } from "../../rewrite/rewrite-objects.ts";
import { objectsAccess } from "../access-rule.ts";
import { readFaultsOfSample } from "../read-faults.ts";
import { rewriteRequests } from "../rewrite-proof.ts";
import { rewriteFaults, rewriteNote } from "../rewrite-text.ts";
import type { StepAction } from "../step-action.ts";
import type { StepContext } from "../step-context.ts";
import type { StepType } from "../step-type.ts";

/** Rewrites every object, so that none is stored at another version than the storage version. */
export const rewrite: StepType<StepAction<"rewrite">> = {
  target: "objects",
  isTyped: false,
  title: ({ version }) => `rewrite every object at ${version}`,
  command: (_, definition, clusterFlags) => migrateObjectsCommand(definition, clusterFlags),
  after: () =>
    `the command ends with 0, and a second run says "(no change)" for every object. Correct objects that are refused, and run the command again. The webhook must respond all the time`,
  undo: (_, { name }) => ({
    type: "none",
    because: `objects stay as they are stored; to go back, make another plan: customhouse plan ${name} --storage VERSION`,
  }),
  isDone: () => undefined,
  stores: () => undefined,
  applied: (_, crd) => crd,
  access: (_, definition) => [objectsAccess(definition, ["get", "patch"])],
  check: async ({ version }, context) => {
    const { crd, definition } = context;
    const stored = storageVersion(definition);
    if (stored !== version) return [`the storage version is ${stored}, not ${version}: plan again`];
    const dropped = droppedFaults(crd, definition, version);
    return dropped.length > 0 ? dropped.map(preflightFaultText) : readFaultsOfSample(context);
  },
  requests: (_, context) => rewriteRequests(context),
  act: async ({ version }, context) => {
    const { client, definition, kubeApiServer, wait, signal, files, onRewritten } = context;
    const report = await rewriteObjects(client, definition, {
      kubeApiServer,
      wait,
      signal,
      onProgress: onRewritten,
      checkpoint: files.checkpoint(subjectOf(definition, version)),
    });
    const faults = isComplete(report) ? await changeFaults(context) : rewriteFaults(report);
    return { faults, notes: [rewriteNote(report)] };
  },
};

/** A message if the definition was changed during the rewrite: some objects may then be stored at another version. */
async function changeFaults({ client, definition }: StepContext): Promise<readonly string[]> {
  const { name, uid, generation } = definition;
  const now = liveDefinition(await bodyAt(client, definitionPath(name)));
  return now.uid === uid && now.generation === generation
    ? []
    : [`${name} was changed while objects were rewritten: run the step again`];
}

/** The key of a checkpoint. It contains the generation, so that no checkpoint is used after a change of the definition. */
function subjectOf({ name, uid, generation }: LiveDefinition, version: string): string {
  return `${name} ${uid} generation ${generation} at ${version}`;
}
