import { expect, test } from "vitest";
import { addObject, noVersionsNamed } from "../../../lib/evolve/named-versions.ts";
import { requestsIn } from "../../../lib/evolve/version-requests.ts";

const group = "stable.example.com";

test("preserved values are counted once for each object and version, in every format", () => {
  const found = noVersionsNamed();
  const names = [
    "kept.v1.0508gc6",
    "kept2.v1.1508gc6",
    "kept.v1beta1.0508gc6",
    "kept-lost",
    "kept",
  ];
  const annotations = Object.fromEntries(names.map((name) => [`${group}/${name}`, "{}"]));
  addObject(found, { metadata: { name: "a", annotations } }, group);
  addObject(found, { metadata: { name: "b", annotations: { "other.io/kept.v1.x": "{}" } } }, group);
  expect(found.objects).toBe(2);
  expect([...found.preserved]).toEqual([
    ["v1", 1],
    ["v1beta1", 1],
  ]);
});

test("a client's last write and its objects are counted by version", () => {
  const found = noVersionsNamed();
  const entry = (apiVersion: string, time: string) => ({
    manager: "team",
    operation: "Apply",
    apiVersion,
    time,
  });
  for (const [name, time] of [
    ["a", "2026-01-02T00:00:00Z"],
    ["b", "2026-01-01T00:00:00Z"],
  ] as const) {
    const managedFields = [entry("v1", time), entry(`${group}/v1beta1`, time)];
    addObject(found, { metadata: { name, resourceVersion: "7", managedFields } }, group);
  }
  expect([...found.writers.keys()]).toEqual(["v1beta1"]);
  expect(found.writers.get("v1beta1")?.get("team Apply")).toEqual({
    manager: "team",
    operation: "Apply",
    objects: 2,
    last: "2026-01-02T00:00:00Z",
    examples: [
      { name: "a", entry: 1, resourceVersion: "7" },
      { name: "b", entry: 1, resourceVersion: "7" },
    ],
  });
});

test.each([
  { name: "first", times: [undefined, "2026-01-01T00:00:00Z"] },
  { name: "last", times: ["2026-01-01T00:00:00Z", undefined] },
])("a client whose $name entry has no time may have written at any time", ({ times }) => {
  const found = noVersionsNamed();
  const managedFields = times.map((time) => ({
    manager: "team",
    operation: "Apply",
    apiVersion: `${group}/v1beta1`,
    ...(time !== undefined && { time }),
  }));
  addObject(found, { metadata: { name: "a", managedFields } }, group);
  expect(found.writers.get("v1beta1")?.get("team Apply")).toMatchObject({ last: undefined });
});

test("requests and open watches are found by the labels of metrics", () => {
  const labels = `group="${group}",resource="crontabs"`;
  const metrics = `# TYPE apiserver_request_total counter
apiserver_request_total{code="200",${labels},verb="GET",version="v1"} 3
apiserver_request_total{code="404",${labels},verb="PATCH",version="v1"} 1.5e+03
apiserver_request_total{code="200",${labels},verb="WATCH",version="v1"} 7
apiserver_request_total{code="200",group="${group}",resource="jobs",verb="GET",version="v1"} 9
apiserver_longrunning_requests{${labels},verb="WATCH",version="v1"} 2
apiserver_longrunning_requests{${labels},verb="WATCH",version="v1beta1"} 0
`;
  expect([...requestsIn(metrics, { group, plural: "crontabs" })]).toEqual([
    ["v1", { requests: 1503, watches: 2 }],
    ["v1beta1", { requests: 0, watches: 0 }],
  ]);
});
