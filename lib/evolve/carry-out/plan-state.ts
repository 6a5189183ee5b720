import { err, ok, type Result } from "../../json/result.ts";
import type { JsonObject } from "../../json/value.ts";
import { bodyAt, type ClusterReader, ReadFailure } from "../cluster-reader.ts";
import { definitionPath, type LiveDefinition, liveDefinition } from "../live-definition.ts";
import { type CarriedPlan, clusterIdentity } from "../plan/version-plan.ts";
import { versionStep } from "../step/registry.ts";

/** What the cluster does not show of how far a plan was carried out. It is kept beside the plan. */
export interface StepProgress {
  /** The generation of the definition after the last step. */
  readonly generation: number;
  /** True while a change may or may not have reached the API server. */
  readonly isWriting: boolean;
  /** Indexes of the steps that are done, of those that the definition doesn't show. */
  readonly done: readonly number[];
}

/** How far a plan was carried out, and the definition now. */
export interface PlanState {
  readonly crd: JsonObject;
  readonly definition: LiveDefinition;
  /** The release of kube-apiserver. */
  readonly kubeApiServer: string;
  /** The index of the next step; the number of steps where all are done. */
  readonly next: number;
  /** Indexes of the steps that are done, of those that the definition doesn't show. */
  readonly done: readonly number[];
}

/**
 * Reads how far a plan was carried out. Error: the cluster or the definition is not the one that the plan was made for, or
 * somebody else changed the definition. Throws {@link ReadFailure}.
 */
export async function planState(
  client: ClusterReader,
  plan: CarriedPlan,
  progress: StepProgress | undefined,
): Promise<Result<PlanState, string>> {
  const { name, uid } = plan.definition;
  const cluster = await clusterIdentity(client);
  if (cluster.uid !== plan.cluster.uid) {
    const context = plan.cluster.context === null ? "" : ` (context ${plan.cluster.context})`;
    return err(
      `this is not the cluster that the plan was made for${context}: the UID of its namespace kube-system is ${cluster.uid}, and not ${plan.cluster.uid}`,
    );
  }
  const crd = await definitionOrNone(client, name);
  if (crd === undefined) return err(`the cluster has no definition ${name} any more`);
  const definition = liveDefinition(crd);
  if (definition.uid !== uid) {
    return err(`${name} was deleted and made again since the plan was made: plan again`);
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
    if (fault instanceof ReadFailure && fault.status === 404) return undefined;
    throw fault;
  }
}

/**
 * The fault of a definition that somebody else has changed since the plan was made: each change of its spec adds 1 to its
 * generation, so a number other than that of the plan's own changes shows it. Undefined for a definition that a program
 * applies, because the program makes the changes.
 */
function generationFault(
  { name, generation, owner }: LiveDefinition,
  { definition, steps }: CarriedPlan,
  progress: StepProgress | undefined,
  next: number,
): string | undefined {
  // Who applies the definition changes it, for the steps and for other reasons.
  if (owner !== undefined) return undefined;
  const edits = steps
    .slice(0, next)
    .filter(({ action }) => versionStep(action).target === "definition").length;
  const expected = progress?.generation ?? definition.generation + edits;
  const isExpected =
    generation === expected || (progress?.isWriting === true && generation === expected + 1);
  return isExpected
    ? undefined
    : `${name} was changed by somebody else: it has generation ${generation}, and not ${expected}: plan again`;
}
