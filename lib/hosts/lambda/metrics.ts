import { splitText } from "../../json/text-parts.ts";
import { type LogEntry, type LogLine, logEntry } from "../../request/log.ts";

/** A metric of each request, with CloudWatch's unit. */
const metrics = [
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

/** Metrics of remarks about values; listed only where they are not zero, since every metric costs. */
const remarked = [
  { Name: "Unread", Unit: "Count" },
  { Name: "Rounded", Unit: "Count" },
  { Name: "HeldBack", Unit: "Count" },
  { Name: "Lost", Unit: "Count" },
] as const;

/** Admissions by the version that the client requested: they show which clients still use an old one. */
const requests = [{ Name: "Requests", Unit: "Count" }] as const;

/** The namespace of a deployment's metrics: each stage has its own. */
export function metricNamespace(environment: Readonly<Record<string, string | undefined>>): string {
  return environment["CUSTOMHOUSE_METRICS_NAMESPACE"] || "Customhouse";
}

/** A line of the log that CloudWatch also reads metrics from. */
export type MetricEntry = Readonly<Record<string, LogEntry[string] | object>>;

/**
 * The line of the log for one request, with metrics of a namespace in the embedded format. `time` is in ms since 1970.
 *
 * Source: Amazon CloudWatch, "Specification: Embedded metric format".
 */
export function metricEntry(line: LogLine, time: number, namespace: string): MetricEntry {
  const { verb = "none", cluster = "none", kind = "none", requested, client = "other" } = line;
  const remarks = remarksOf(line);
  const present = remarked.filter(({ Name }) => remarks[Name] !== undefined);
  const directives: object[] = [
    {
      Namespace: namespace,
      Dimensions: [["Verb"], ["Verb", "Cluster"]],
      Metrics: present.length === 0 ? metrics : [...metrics, ...present],
    },
  ];
  if (requested !== undefined) {
    const dimensions = ["Cluster", "Kind", "Requested", "Client"];
    directives.push({ Namespace: namespace, Dimensions: [dimensions], Metrics: requests });
  }
  return {
    ...logEntry(line),
    ...valuesOf(line),
    ...remarks,
    Verb: verb,
    Cluster: cluster,
    ...(requested !== undefined && {
      Kind: kind,
      Requested: requested,
      Client: knownClient(client),
      Requests: 1,
    }),
    _aws: { Timestamp: time, CloudWatchMetrics: directives },
  };
}

/** Clients with their own dimension: each costs, and users may choose any name. */
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

/** The program of a field manager, `kubectl` of `kubectl-client-side-apply`; `other` for one that is not in the list. */
function knownClient(client: string): string {
  const [program] = splitText(client.toLowerCase(), /[^a-z]/);
  return clients.has(program) ? program : "other";
}

/** The number of values by remark: up to ten of each sort in a review, but all that are held back. */
function remarksOf({
  unread = [],
  rounded = [],
  stash,
  lost = [],
}: LogLine): Partial<Record<(typeof remarked)[number]["Name"], number>> {
  return {
    ...(unread.length > 0 && { Unread: unread.length }),
    ...(rounded.length > 0 && { Rounded: rounded.length }),
    ...(stash !== undefined && stash.heldBack > 0 && { HeldBack: stash.heldBack }),
    ...(lost.length > 0 && { Lost: lost.length }),
  };
}

/** A review that failed by our own fault counts as failed, one that a rule refused as denied. */
function valuesOf(line: LogLine): Record<(typeof metrics)[number]["Name"], number> {
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
