import { splitText } from "../json/text-parts.ts";
import type { LogLine } from "./log.ts";

/** The metrics that every request has, with their units. Each host publishes them in the format of its monitoring. */
export const metrics = [
  { Name: "Reviews", Unit: "Count" },
  { Name: "Failed", Unit: "Count" },
  { Name: "Denied", Unit: "Count" },
  { Name: "Unavailable", Unit: "Count" },
  { Name: "Refused", Unit: "Count" },
  { Name: "NearestValid", Unit: "Count" },
  { Name: "Objects", Unit: "Count" },
  { Name: "Bytes", Unit: "Bytes" },
  { Name: "Ms", Unit: "Milliseconds" },
] as const;

/** The metrics for remarks about values. Few requests have them. */
export const remarkMetrics = [
  { Name: "Unparsed", Unit: "Count" },
  { Name: "Rounded", Unit: "Count" },
  { Name: "HeldBack", Unit: "Count" },
  { Name: "Lost", Unit: "Count" },
] as const;

type MetricName = (typeof metrics)[number]["Name"];

type RemarkName = (typeof remarkMetrics)[number]["Name"];

/**
 * The metrics of one request, and the dimensions by which they are grouped. No dimension can be chosen freely by a
 * caller.
 */
export interface RequestMetrics {
  readonly dimensions: { readonly Verb: string; readonly Cluster: string };
  readonly values: Readonly<Record<MetricName, number>>;
  /** The metrics in {@link remarkMetrics} that are not zero. */
  readonly remarks: Readonly<Partial<Record<RemarkName, number>>>;
  /**
   * For an admission: the kind, the version that the client requested, and the client. Shows which clients still use an
   * old version.
   */
  readonly requested?: {
    readonly Kind: string;
    readonly Requested: string;
    readonly Client: string;
  };
}

/** Computes the metrics of one request from its log line. */
export function requestMetrics(line: LogLine): RequestMetrics {
  const { verb = "none", cluster = "none", kind = "none", requested, client = "other" } = line;
  return {
    dimensions: { Verb: verb, Cluster: cluster },
    values: metricValues(line),
    remarks: remarksOf(line),
    ...(requested !== undefined && {
      requested: { Kind: kind, Requested: requested, Client: knownClient(client) },
    }),
  };
}

/** Clients that are counted by name; all others count as `other`. CloudWatch charges for each name, and users may choose any. */
const clients: ReadonlySet<string> = new Set([
  "argocd",
  "crossplane",
  "flux",
  "helm",
  "kapp",
  "kubectl",
  "kustomize",
  "pulumi",
  "terraform",
]);

/**
 * The program named by a field manager: `kubectl` for `kubectl-client-side-apply`; `other` if the program is not in
 * {@link clients}.
 */
function knownClient(client: string): string {
  const [program] = splitText(client.toLowerCase(), /[^a-z]/);
  return clients.has(program) ? program : "other";
}

/** The number of values for each type of remark. Except for held-back values, a log line has at most ten of a type. */
function remarksOf({
  unparsed = [],
  rounded = [],
  stash,
  lost = [],
}: LogLine): RequestMetrics["remarks"] {
  return {
    ...(unparsed.length > 0 && { Unparsed: unparsed.length }),
    ...(rounded.length > 0 && { Rounded: rounded.length }),
    ...(stash !== undefined && stash.heldBack > 0 && { HeldBack: stash.heldBack }),
    ...(lost.length > 0 && { Lost: lost.length }),
  };
}

/**
 * The values of {@link metrics}. Failed counts every conversion that failed, and a denial for which something was thrown;
 * Denied counts all other denials.
 */
function metricValues(line: LogLine): Record<MetricName, number> {
  const { outcome, thrown, objects = 0, bytes = 0, ms = 0 } = line;
  const failed = outcome === "failed" || (outcome === "denied" && thrown !== undefined);
  return {
    Reviews: line.verb === undefined ? 0 : 1,
    Failed: Number(failed),
    Denied: Number(outcome === "denied" && !failed),
    Unavailable: Number(outcome === "unavailable"),
    Refused: Number(outcome === "refused"),
    NearestValid: line.nearest ?? 0,
    Objects: objects,
    Bytes: bytes,
    Ms: ms,
  };
}
