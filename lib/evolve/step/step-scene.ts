import type { JsonObject } from "../../json/value.ts";
import type { ClusterClient, ClusterWrite } from "../cluster-client.ts";
import type { LiveDefinition } from "../live-definition.ts";
import type { Remedies } from "../remedies.ts";
import type { RewriteCheckpoint, RewriteReport } from "../rewrite/rewrite-objects.ts";

/** What a step works with: one cluster, and one definition as it was when the step began. */
export interface StepScene {
  readonly client: ClusterClient;
  readonly crd: JsonObject;
  readonly definition: LiveDefinition;
  /** The release of kube-apiserver, as `/version` names it: `v1.36.3`. */
  readonly kubeApiServer: string;
  readonly remedies: Remedies;
  /** Writes at a version after this time (RFC 3339) show a client that still uses it. */
  readonly quietSince: string;
  /** True where the step takes another one back: reasons against it that are only inconvenient don't count. */
  readonly isUndo: boolean;
  /** True where nothing may be written. */
  readonly isDryRun: boolean;
  /** Resolves after a time, or as soon as the signal aborts. It never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly files: StepFiles;
  readonly onRewritten: (report: RewriteReport) => void;
}

/** The files of a step, which only their owner may read. */
export interface StepFiles {
  /** Writes the definition, and the objects that `read` passes on and counts. Returns what to tell the user about them. */
  readonly backUp: (
    backup: StepBackup,
    read: (write: (object: JsonObject) => Promise<void>) => Promise<number>,
  ) => Promise<readonly string[]>;
  /** The objects that are rewritten already, by an earlier run at the same state of the definition. */
  readonly checkpoint: (subject: string) => RewriteCheckpoint;
}

/** What is backed up. */
interface StepBackup {
  readonly crd: JsonObject;
  /** True where the version of the objects has the status subresource. */
  readonly hasStatus: boolean;
}

/** What came of a step. */
export interface StepResult {
  /** What is wrong, with what fixes it; empty where all is well. */
  readonly faults: readonly string[];
  /** What was done, a line each. */
  readonly notes: readonly string[];
}

/** A request that a step sends. */
export type StepRequest = ClusterWrite | { readonly method: "GET"; readonly path: string };
