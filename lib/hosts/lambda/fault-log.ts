import { faultEntry } from "../fault-entry.ts";
import { metricNamespace } from "./metrics.ts";

/**
 * Logs, and counts in a metric, a fault that no request caused: of the secret, a recording or the handler. `what` is
 * one of our own texts, never input.
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
