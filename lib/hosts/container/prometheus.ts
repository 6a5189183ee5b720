import type { Log, LogLine } from "../../request/log.ts";
import {
  metrics,
  type RequestMetrics,
  remarkMetrics,
  requestMetrics,
} from "../../request/request-metrics.ts";

/** The metrics of one process, for Prometheus. */
interface PrometheusMetrics {
  /** Counts one request, given its log line. */
  readonly count: Log;
  /** Counts a fault that no request caused. `what` is a constant text, never input. */
  readonly countFault: (what: string) => void;
  /** Returns all metrics in Prometheus's text format. */
  readonly text: () => string;
}

/** The content type of {@link PrometheusMetrics.text}. Source: Prometheus, "Exposition formats", text format 0.0.4. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** The prefix of all metric names. It corresponds to the namespace in CloudWatch. */
const prefix = "customhouse_";

/** Upper bounds of the buckets for durations, in ms. The last is kube-apiserver's timeout for a conversion. */
const msBounds = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const;

type Labels = Readonly<Record<string, string>>;

/** The values of one metric. Each key is the text of a set of labels: `Verb="convert",Cluster="none"`. */
type Sums = Map<string, number>;

/**
 * Metrics with the same names and dimensions as those of the Lambda functions in CloudWatch, so that rules and dashboards
 * are easy to translate. The count of each text in `faults` starts at 0, because a rate needs a first value. Does not use
 * prom-client, which would add two packages, a registry and unused default metrics to the image for a few sums and one
 * histogram.
 */
export function prometheusMetrics(faults: readonly string[]): PrometheusMetrics {
  const counters = new Map<string, Sums>();
  const durations = new Map<string, number[]>();
  const add = (name: string, labels: string, value: number): void => {
    const sums = counters.get(name) ?? new Map<string, number>();
    sums.set(labels, (sums.get(labels) ?? 0) + value);
    counters.set(name, sums);
  };
  const countFault = (what: string, by = 1): void => add("Faults", labelsText({ Fault: what }), by);
  for (const what of faults) countFault(what, 0);
  return {
    count: (line) => {
      const measurement = requestMetrics(line);
      addRequest(measurement, line, add);
      addDuration(durations, labelsText(measurement.dimensions), measurement.values.Ms);
    },
    countFault: (what) => countFault(what),
    text: () => {
      const blocks = [...counters].map(([name, sums]) => counterText(name, sums));
      return [...blocks, ...histogramText("Ms", durations)].join("");
    },
  };
}

function addRequest(
  { dimensions, values, remarks, requested }: RequestMetrics,
  { cluster = "none" }: LogLine,
  add: (name: string, labels: string, value: number) => void,
): void {
  const labels = labelsText(dimensions);
  for (const { Name } of metrics) {
    if (Name !== "Ms") add(Name, labels, values[Name]);
  }
  for (const { Name } of remarkMetrics) add(Name, labels, remarks[Name] ?? 0);
  if (requested !== undefined) add("Requests", labelsText({ Cluster: cluster, ...requested }), 1);
}

/**
 * Adds a duration to a histogram. A histogram is an array: a count for each bound, a count for longer durations, and
 * the sum of all durations.
 */
function addDuration(durations: Map<string, number[]>, labels: string, ms: number): void {
  const found = durations.get(labels);
  const counts = found ?? new Array<number>(msBounds.length + 2).fill(0);
  if (found === undefined) durations.set(labels, counts);
  const at = msBounds.findIndex((bound) => ms <= bound);
  const index = at < 0 ? msBounds.length : at;
  counts[index] = (counts[index] ?? 0) + 1;
  const sum = msBounds.length + 1;
  counts[sum] = (counts[sum] ?? 0) + ms;
}

function counterText(name: string, sums: Sums): string {
  const lines = [...sums].map(([labels, value]) => `${prefix}${name}{${labels}} ${value}\n`);
  return `# TYPE ${prefix}${name} counter\n${lines.join("")}`;
}

function histogramText(name: string, durations: ReadonlyMap<string, number[]>): readonly string[] {
  if (durations.size === 0) return [];
  const full = `${prefix}${name}`;
  const lines = [...durations].flatMap(([labels, counts]) => {
    const bounds = [...msBounds.map(String), "+Inf"];
    let total = 0;
    const buckets = bounds.map((bound, index) => {
      total += counts[index] ?? 0;
      return `${full}_bucket{${labels},le="${bound}"} ${total}\n`;
    });
    const sum = counts[msBounds.length + 1] ?? 0;
    return [...buckets, `${full}_sum{${labels}} ${sum}\n`, `${full}_count{${labels}} ${total}\n`];
  });
  return [`# TYPE ${full} histogram\n`, ...lines];
}

function labelsText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapedLabelValue(value)}"`)
    .join(",");
}

/** Escapes a label's value: backslash, quote and line feed. */
function escapedLabelValue(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}
