import type { Log } from "../../request/log.ts";
import type { Environment } from "./environment.ts";
import { metricEntry, metricNamespace } from "./metrics.ts";

/**
 * Creates the log of a Lambda function. Each line also has metrics for CloudWatch, in the namespace that
 * `CUSTOMHOUSE_METRICS_NAMESPACE` names, else `Customhouse`.
 */
export function lambdaLog(environment: Environment): Log {
  const namespace = metricNamespace(environment);
  return (line) => console.log(JSON.stringify(metricEntry(line, Date.now(), namespace)));
}
