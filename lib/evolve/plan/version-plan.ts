import { member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { bodyAt, type ClusterReader } from "../cluster-reader.ts";
import type { LiveDefinition } from "../live-definition.ts";
import type { Preflight } from "../preflight.ts";
import type { VersionReport } from "../version-report.ts";
import type { PlannedStep } from "./plan-steps.ts";

/** The version of the plan file's format. */
export const planFormat = 2;

/** What is carried out of a plan. It is bound to one definition in one cluster, as it was when the plan was made. */
export interface CarriedPlan {
  readonly cluster: PlannedCluster;
  readonly definition: PlannedDefinition;
  /** A client that wrote at a version in the last days, of this number, still uses it. */
  readonly quietDays: number;
  readonly steps: readonly PlannedStep[];
}

/** A plan, and what it was made of. */
export interface VersionPlan extends CarriedPlan {
  readonly format: typeof planFormat;
  readonly preflight: Preflight;
  readonly estimate: PlanEstimate;
}

/** The cluster that a plan is for. */
export interface PlannedCluster {
  /** The UID of the namespace kube-system, which is a cluster's identity. */
  readonly uid: string;
  readonly kubeApiServer: string;
  /** The context of kubectl by which the plan was made; null where there is none. */
  readonly context: string | null;
}

/** The definition that a plan is for. Its generation shows whether its spec has changed since. */
export interface PlannedDefinition {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
}

/** What the steps cost. */
export interface PlanEstimate {
  /** Requests that rewrite an object. */
  readonly rewrites: number;
  /** Calls of the conversion webhook for them, at most: 8 for each object, measured on 1.36 and 1.37. */
  readonly webhookCalls: number;
  /** Seconds for all rewrites one after another, at the time that reading one object took; a rewrite takes more. */
  readonly seconds: number;
}

/** Webhook calls for rewriting one object, by the definition's conversion strategy. */
const callsOfRewrite = { None: 0, Webhook: 8 } as const;

/** The cluster's identity and release. Errors: ReadFailure. */
export async function clusterIdentity(
  reader: ClusterReader,
): Promise<Omit<PlannedCluster, "context">> {
  const { uid } = metadataOf(await bodyAt(reader, "/api/v1/namespaces/kube-system"));
  const version = await bodyAt(reader, "/version");
  return { uid: String(uid), kubeApiServer: String(member(version, "gitVersion")) };
}

/**
 * The cost of a plan. `rewritesObjects`: whether the plan rewrites all objects; otherwise it rewrites none and costs nothing.
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

/** What a plan remembers of its definition, so that a change of the definition can be noticed. */
export function plannedDefinition({ name, uid, generation }: LiveDefinition): PlannedDefinition {
  return { name, uid, generation };
}
