import { member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { bodyAt, type ClusterReader } from "../cluster-reader.ts";
import type { LiveDefinition } from "../live-definition.ts";
import type { Preflight } from "../preflight.ts";
import type { VersionReport } from "../version-report.ts";
import type { PlannedStep } from "./plan-steps.ts";

/** The version of the plan file's format. */
export const planFormat = 3;

/** The part of a plan that is carried out. It is only valid for one definition in one cluster, as they were at planning. */
export interface ExecutablePlan {
  readonly cluster: PlannedCluster;
  readonly definition: PlannedDefinition;
  /** A client counts as still using a version if it wrote at the version within this number of days. */
  readonly quietDays: number;
  readonly steps: readonly PlannedStep[];
}

/** A plan, and what was found when it was made. */
export interface VersionPlan extends ExecutablePlan {
  readonly format: typeof planFormat;
  readonly preflight: Preflight;
  readonly estimate: PlanEstimate;
}

/** The cluster that a plan is for. */
export interface PlannedCluster {
  /** The UID of the namespace kube-system, which identifies the cluster. */
  readonly uid: string;
  readonly kubeApiServer: string;
  /** The kubectl context at planning; null if none was used. */
  readonly context: string | null;
}

/** The definition that a plan is for. A later generation shows that its spec has changed since planning. */
export interface PlannedDefinition {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
}

/** The cost of the steps. */
export interface PlanEstimate {
  /** The number of requests that rewrite an object. */
  readonly rewrites: number;
  /** The most calls of the conversion webhook for the rewrites: 8 for each object (measured on 1.36 and 1.37), 0 with the strategy None. */
  readonly webhookCalls: number;
  /** Seconds for all rewrites one after another, if each takes as long as reading an object. A rewrite really takes longer. */
  readonly seconds: number;
}

/** Webhook calls for rewriting one object, by the definition's conversion strategy. */
const callsOfRewrite = { None: 0, Webhook: 8 } as const;

/** Reads the cluster's identity and release. Errors: ReadError. */
export async function clusterIdentity(
  reader: ClusterReader,
): Promise<Omit<PlannedCluster, "context">> {
  const { uid } = metadataOf(await bodyAt(reader, "/api/v1/namespaces/kube-system"));
  const version = await bodyAt(reader, "/version");
  return { uid: String(uid), kubeApiServer: String(member(version, "gitVersion")) };
}

/**
 * The cost of a plan. `rewritesObjects`: whether the plan rewrites all objects; if not, it rewrites none and all costs are 0.
 * `readMs`: milliseconds that reading one object takes.
 */
export function planEstimate(
  { definition, objects }: Pick<VersionReport, "definition" | "objects">,
  rewritesObjects: boolean,
  readMs: number,
): PlanEstimate {
  const rewrites = rewritesObjects ? objects.objects : 0;
  return {
    rewrites,
    webhookCalls: rewrites * callsOfRewrite[definition.conversion],
    seconds: Math.ceil((rewrites * readMs) / 1000),
  };
}

/** The members of a definition that a plan stores to detect later changes. */
export function plannedDefinition({ name, uid, generation }: LiveDefinition): PlannedDefinition {
  return { name, uid, generation };
}
