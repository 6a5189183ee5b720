import { err, ok, type Result } from "../../json/result.ts";
import type { JsonObject } from "../../json/value.ts";
import { bodyAt, type ClusterReader, ReadError } from "../cluster-reader.ts";
import { definitionPath, type LiveDefinition, liveDefinition } from "../live-definition.ts";
import { clusterIdentity, type ExecutablePlan } from "../plan/version-plan.ts";
import { versionStep } from "../step/registry.ts";

/** The progress of a plan, as far as the cluster does not show it. It is stored in a file beside the plan. */
export interface StepProgress {
  /** The generation of the definition after the last step. */
  readonly generation: number;
  /** The index of the next step while a change is being sent: it is unknown whether the API server has made it. Null otherwise. */
  readonly writing: number | null;
  /** Indexes of steps that are done: of some steps, such as a backup, the definition does not show whether they are done. */
  readonly done: readonly number[];
}

/** How far a plan was carried out, and the definition as it is now. */
export interface PlanState {
  readonly crd: JsonObject;
  readonly definition: LiveDefinition;
  /** The release of kube-apiserver. */
  readonly kubeApiServer: string;
  /** The index of the next step; the number of steps if all are done. */
  readonly next: number;
  /** As {@link StepProgress.done}. */
  readonly done: readonly number[];
}

/**
 * Reads from the cluster how far a plan was carried out. Error: the cluster or the definition is not the one that the plan was
 * made for, or somebody else changed the definition. Throws {@link ReadError} if the cluster can't be read.
 */
export async function planState(
  client: ClusterReader,
  plan: ExecutablePlan,
  progress: StepProgress | undefined,
): Promise<Result<PlanState, string>> {
  const { name, uid } = plan.definition;
  const cluster = await clusterIdentity(client);
  if (cluster.uid !== plan.cluster.uid) {
    const context = plan.cluster.context === null ? "" : ` (context ${plan.cluster.context})`;
    return err(
      `this is not the cluster that the plan was made for${context}: the UID of its namespace kube-system is ${cluster.uid}, not ${plan.cluster.uid}`,
    );
  }
  const crd = await definitionOrNone(client, name);
  if (crd === undefined) return err(`the cluster no longer has the definition ${name}`);
  const definition = liveDefinition(crd);
  if (definition.uid !== uid) {
    return err(`${name} was deleted and created again since the plan was made: plan again`);
  }
  const done = progress?.done ?? [];
  const isDone = plan.steps.map(
    ({ action }, index) => versionStep(action).isDone(definition) ?? done.includes(index),
  );
  const first = isDone.indexOf(false);
  const next = first === -1 ? plan.steps.length : first;
  const fault = generationFault(definition, plan, progress, next);
  if (fault !== undefined) return err(fault);
  return ok({ crd, definition, kubeApiServer: cluster.kubeApiServer, next, done });
}

async function definitionOrNone(
  client: ClusterReader,
  name: string,
): Promise<JsonObject | undefined> {
  try {
    return await bodyAt(client, definitionPath(name));
  } catch (fault) {
    if (fault instanceof ReadError && fault.status === 404) return undefined;
    throw fault;
  }
}

/**
 * A message if somebody else has changed the definition since the plan was made. Each change of the spec adds 1 to the
 * generation, so the generation must be the one that the plan's own steps lead to. Not checked for a definition that a
 * program applies, because that program makes all changes.
 */
function generationFault(
  { name, generation, owner }: LiveDefinition,
  { definition, steps }: ExecutablePlan,
  progress: StepProgress | undefined,
  next: number,
): string | undefined {
  // The program that applies the definition changes it for the plan's steps, and may change it for other reasons.
  if (owner !== undefined) return undefined;
  const edits = steps
    .slice(0, next)
    .filter(({ action }) => versionStep(action).target === "definition").length;
  const expected = progress?.generation ?? definition.generation + edits;
  // If a change was being sent, and its step is no longer the next one, the API server has made the change.
  const writing = progress?.writing ?? next;
  const isExpected = generation === expected || (generation === expected + 1 && writing !== next);
  return isExpected
    ? undefined
    : `${name} was changed by somebody else: its generation is ${generation}, not ${expected}: plan again`;
}
