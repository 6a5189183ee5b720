import { faultEntry } from "../fault-entry.ts";
import { metricNamespace } from "./metrics.ts";

/**
 * Logs a fault of the secret, a recording or the handler, and counts it in a metric. `what` says what failed: a constant
 * text, never input.
 */
export function logFault(what: string, thrown: unknown): void {
  const directive = {
    Namespace: metricNamespace(process.env),
    Dimensions: [["Fault"]],
    Metrics: [{ Name: "Faults", Unit: "Count" }],
  };
  const entry = { ...faultEntry(what, thrown), Fault: what, Faults: 1 };
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [directive] };
  // CloudWatch reads metrics from stdout and stderr.
  console.error(JSON.stringify({ ...entry, _aws }));
}
