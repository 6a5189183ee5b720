import { faultEntry } from "../fault-entry.ts";
import { metricNamespace } from "./metrics.ts";

/** Logs a fault outside of any request, of the secret or of a recording, with a metric. `what` is fixed text. */
export function logFault(what: string, thrown: unknown): void {
  const directive = {
    Namespace: metricNamespace(process.env),
    Dimensions: [["Fault"]],
    Metrics: [{ Name: "Faults", Unit: "Count" }],
  };
  const entry = { ...faultEntry(what, thrown), Fault: what, Faults: 1 };
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [directive] };
  // CloudWatch reads metrics from either stream.
  console.error(JSON.stringify({ ...entry, _aws }));
}
