import type { JsonObject } from "../../json/value.ts";
import type { ClusterClient, ClusterWrite } from "../cluster-client.ts";
import type { ClusterFlags } from "../kubectl-commands.ts";
import type { LiveDefinition } from "../live-definition.ts";
import type { RewriteCheckpoint, RewriteReport } from "../rewrite/rewrite-objects.ts";

/** What a step works with: one cluster, and one definition as it was read before the step. */
export interface StepContext {
  readonly client: ClusterClient;
  readonly crd: JsonObject;
  readonly definition: LiveDefinition;
  /** The release of kube-apiserver, as `/version` names it: `v1.36.3`. */
  readonly kubeApiServer: string;
  readonly clusterFlags: ClusterFlags;
  /** Writes at a version after this time (RFC 3339) show a client that still uses it. */
  readonly quietSince: string;
  /** True if the step undoes another one: then checks that could prevent the undo are skipped. */
  readonly isUndo: boolean;
  /** True if the step must not change anything. */
  readonly isDryRun: boolean;
  /** Resolves after a time, or as soon as the signal aborts. It never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly files: StepFiles;
  readonly onRewritten: (report: RewriteReport) => void;
}

/** Writes and reads the files of a step, which only the user who runs the step may read. */
export interface StepFiles {
  /** Writes the definition and all objects that `read` passes to its callback. Returns messages for the user. */
  readonly backUp: (
    backup: StepBackup,
    read: (write: (object: JsonObject) => Promise<void>) => Promise<number>,
  ) => Promise<readonly string[]>;
  /** The objects that an earlier run with the same `subject` has rewritten already. */
  readonly checkpoint: (subject: string) => RewriteCheckpoint;
}

/** What to back up. */
interface StepBackup {
  readonly crd: JsonObject;
  /** True if the objects' version has the status subresource. */
  readonly hasStatus: boolean;
}

/** What a step did, and what went wrong. */
export interface StepResult {
  /** What went wrong, each with its remedy; empty if the step succeeded. */
  readonly faults: readonly string[];
  /** What was done, one message each. */
  readonly notes: readonly string[];
}

/** A request that a step sends. */
export type StepRequest = ClusterWrite | { readonly method: "GET"; readonly path: string };
