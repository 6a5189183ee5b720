import { afterEach, describe, expect, test, vi } from "vitest";
import { prometheusMetrics } from "../../../../lib/hosts/container/prometheus.ts";
import { logFault } from "../../../../lib/hosts/lambda/fault-log.ts";
import { metricEntry } from "../../../../lib/hosts/lambda/metrics.ts";
import type { LogLine } from "../../../../lib/request/log.ts";

/** A line that has every metric. */
const line: LogLine = {
  uid: "u",
  verb: "validate",
  cluster: "prod",
  kind: "Pizza",
  requested: "v1alpha1",
  client: "kubectl-edit",
  outcome: "allowed",
  status: 200,
  objects: 3,
  bytes: 1000,
  ms: 7.5,
  nearest: 1,
  unparsed: ["spec.a", "spec.b"],
  rounded: ["spec.c"],
  stash: { stale: 1, heldBack: 2 },
  lost: ["spec.d"],
};

afterEach(() => {
  vi.restoreAllMocks();
});

interface Directive {
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string }[];
}

/** The names of the metrics and dimensions that the functions write for CloudWatch. */
function inCloudWatch(): { readonly names: readonly string[]; readonly labels: readonly string[] } {
  const written: string[] = [];
  vi.spyOn(console, "error").mockImplementation((text) => void written.push(text));
  logFault("the secret could not be read", new Error("x"));
  const entries = [metricEntry(line, 0, "Customhouse"), JSON.parse(written[0] ?? "{}")];
  const directives = entries.flatMap(({ _aws }) => _aws.CloudWatchMetrics as Directive[]);
  return {
    names: directives.flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name)).toSorted(),
    labels: [...new Set(directives.flatMap(({ Dimensions }) => Dimensions.flat()))].toSorted(),
  };
}

describe("prometheusMetrics", () => {
  test("has the names and dimensions of the functions' metrics, and no other", () => {
    const metrics = prometheusMetrics(["the secret could not be read"]);
    metrics.count(line);
    const text = metrics.text();
    const names = [...text.matchAll(/^# TYPE customhouse_(\w+) /gm)].map(([, name]) => name);
    const labels = [...text.matchAll(/(\w+)="/g)].map(([, label]) => label ?? "");
    const cloudWatch = inCloudWatch();
    expect(names.toSorted()).toEqual(cloudWatch.names);
    const own = new Set(labels.filter((label) => label !== "le"));
    expect([...own].toSorted()).toEqual(cloudWatch.labels);
  });

  test("sums the values that requests are measured by", () => {
    const metrics = prometheusMetrics([]);
    metrics.count(line);
    metrics.count({ ...line, ms: 40_000, outcome: "denied" });
    metrics.count({ outcome: "refused", status: 404 });
    const text = metrics.text();
    const of = 'Verb="validate",Cluster="prod"';
    for (const expected of [
      `customhouse_Reviews{${of}} 2`,
      `customhouse_Denied{${of}} 1`,
      `customhouse_Failed{${of}} 0`,
      `customhouse_Objects{${of}} 6`,
      `customhouse_Bytes{${of}} 2000`,
      `customhouse_HeldBack{${of}} 4`,
      'customhouse_Refused{Verb="none",Cluster="none"} 1',
      'customhouse_Requests{Cluster="prod",Kind="Pizza",Requested="v1alpha1",Client="kubectl"} 2',
      `customhouse_Ms_bucket{${of},le="5"} 0`,
      `customhouse_Ms_bucket{${of},le="10"} 1`,
      `customhouse_Ms_bucket{${of},le="30000"} 1`,
      `customhouse_Ms_bucket{${of},le="+Inf"} 2`,
      `customhouse_Ms_sum{${of}} 40007.5`,
      `customhouse_Ms_count{${of}} 2`,
    ]) {
      expect(text.split("\n")).toContain(expected);
    }
  });

  test("follows the text format: a type before each metric, one value a line", () => {
    const metrics = prometheusMetrics(["a fault"]);
    metrics.count(line);
    const value = /^customhouse_\w+\{(?:\w+="(?:[^"\\\n]|\\.)*",?)+\} \d+(?:\.\d+)?$/;
    const type = /^# TYPE customhouse_\w+ (?:counter|histogram)$/;
    const text = metrics.text();
    expect(text.endsWith("\n")).toBe(true);
    const lines = text.trimEnd().split("\n");
    expect(lines.filter((each) => !value.test(each) && !type.test(each))).toEqual([]);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test("escapes a label's value", () => {
    const metrics = prometheusMetrics([]);
    metrics.count({ ...line, cluster: 'a"b\\c\nd' });
    expect(metrics.text()).toContain('Cluster="a\\"b\\\\c\\nd"');
  });

  test("starts counters of faults at 0", () => {
    const metrics = prometheusMetrics(["a", "b"]);
    metrics.countFault("b");
    expect(metrics.text()).toBe(
      '# TYPE customhouse_Faults counter\ncustomhouse_Faults{Fault="a"} 0\ncustomhouse_Faults{Fault="b"} 1\n',
    );
  });
});
