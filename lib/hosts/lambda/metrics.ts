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

/** What was said of values; each is listed only where there is something, since every metric costs. */
const remarked = [
  { Name: "Unread", Unit: "Count" },
  { Name: "Rounded", Unit: "Count" },
  { Name: "HeldBack", Unit: "Count" },
  { Name: "Lost", Unit: "Count" },
] as const;

/** An admission by what the user asked for: whether every client is off an old version. */
const requests = [{ Name: "Requests", Unit: "Count" }] as const;

/** Where a deployment's metrics are: its stage by itself. */
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
  const told = remarked.filter(({ Name }) => remarks[Name] !== undefined);
  const directives: object[] = [
    {
      Namespace: namespace,
      Dimensions: [["Verb"], ["Verb", "Cluster"]],
      Metrics: told.length === 0 ? metrics : [...metrics, ...told],
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

/** Clients that are told apart: each is a metric that costs, and any user may call himself as he likes. */
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

/** The program of a manager of fields, `kubectl` of `kubectl-client-side-apply`; `other` for what is not in the list. */
function knownClient(client: string): string {
  const [program = ""] = client.toLowerCase().split(/[^a-z]/);
  return clients.has(program) ? program : "other";
}

/** Values by what was said of them, up to ten of each sort in a review; preserved ones that are held back are all counted. */
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

/** A review that was answered with a failure of ours counts as failed, one that a rule refused as denied. */
function valuesOf(line: LogLine): Record<(typeof metrics)[number]["Name"], number> {
  const { verdict, thrown, objects = 0, bytes = 0, ms = 0 } = line;
  const failed = verdict === "failed" || (verdict === "denied" && thrown !== undefined);
  return {
    Reviews: line.verb === undefined ? 0 : 1,
    Failed: Number(failed),
    Denied: Number(verdict === "denied" && !failed),
    Unavailable: Number(verdict === "unavailable"),
    Refused: Number(verdict === "refused"),
    NearestValid: line.nearest ?? 0,
    Objects: objects,
    Bytes: bytes,
    Ms: ms,
  };
}
