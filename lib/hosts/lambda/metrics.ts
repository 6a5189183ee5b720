import { type LogEntry, type LogLine, logEntry } from "../../request/log.ts";
import { metrics, remarkMetrics, requestMetrics } from "../../request/request-metrics.ts";

/**
 * A metric for admission requests by the version that the client requested. It shows which clients still use an old
 * version.
 */
const requests = [{ Name: "Requests", Unit: "Count" }] as const;

/** The CloudWatch namespace for a deployment's metrics, `Customhouse` if the environment names none. */
export function metricNamespace(environment: Readonly<Record<string, string | undefined>>): string {
  return environment["CUSTOMHOUSE_METRICS_NAMESPACE"] || "Customhouse";
}

/** A log entry from which CloudWatch also reads metrics. */
type MetricEntry = Readonly<Record<string, LogEntry[string] | object>>;

/**
 * The log entry of one request, with metrics in the embedded metric format. `time` is in ms since 1970. Metrics of
 * remarks are included only if they are not zero, because CloudWatch charges for each metric.
 * Source: Amazon CloudWatch, "Specification: Embedded metric format".
 */
export function metricEntry(line: LogLine, time: number, namespace: string): MetricEntry {
  const { dimensions, values, remarks, requested } = requestMetrics(line);
  const present = remarkMetrics.filter(({ Name }) => remarks[Name] !== undefined);
  const directives: object[] = [
    {
      Namespace: namespace,
      Dimensions: [["Verb"], ["Verb", "Cluster"]],
      Metrics: present.length === 0 ? metrics : [...metrics, ...present],
    },
  ];
  if (requested !== undefined) {
    directives.push({
      Namespace: namespace,
      Dimensions: [["Cluster", "Kind", "Requested", "Client"]],
      Metrics: requests,
    });
  }
  return {
    ...logEntry(line),
    ...values,
    ...remarks,
    ...dimensions,
    ...(requested !== undefined && { ...requested, Requests: 1 }),
    _aws: { Timestamp: time, CloudWatchMetrics: directives },
  };
}
