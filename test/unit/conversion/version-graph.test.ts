import { describe, expect, test } from "vitest";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import { graphFaults, versionGraph } from "../../../lib/conversion/version-graph.ts";
import type { Converter } from "../../../lib/converter/converter.ts";
import type { ConvertibleKind, VersionEdge } from "../../../lib/converter/convertible-kind.ts";
import { IncompleteRegistry } from "../../../lib/converter/convertible-kind.ts";
import { ok } from "../../../lib/json/result.ts";
import { allowance } from "../../support/allowance.ts";

/** A converter that writes down what it joins. */
function step(from: string, to: string): Converter {
  return () => ok({ body: { way: `${from}>${to}` } });
}

function edge(from: string, to: string): VersionEdge {
  return { from, to, forward: step(from, to), backward: step(to, from) };
}

function kind(versions: readonly string[], ...edges: readonly VersionEdge[]): ConvertibleKind {
  return { group: "example.org", kind: "Widget", versions, edges };
}

/** The path between two versions in words; `none` if there is no path. */
function way(of: ConvertibleKind, from: string, to: string): string {
  const names: string[] = [];
  for (const convert of versionGraph(of).path(from, to) ?? [() => undefined]) {
    const step = convert(
      { body: {}, labels: {}, annotations: {}, name: "", namespace: "" },
      allowance(),
    );
    names.push(step?.ok === true ? String(step.value.body["way"]) : "none");
  }
  return names.join(" ");
}

const chain = kind(["v1", "v2", "v3", "v4"], edge("v1", "v2"), edge("v2", "v3"), edge("v4", "v3"));
const diamond = kind(
  ["v1", "v2", "v3", "v4"],
  ...[edge("v1", "v3"), edge("v3", "v4"), edge("v1", "v2"), edge("v2", "v4")],
);
const shortcut = kind(["v1", "v2", "v3"], edge("v1", "v2"), edge("v2", "v3"), edge("v3", "v1"));
const lossyShortcut = kind(
  ["v1", "v2", "v3"],
  ...[edge("v1", "v2"), edge("v2", "v3"), { ...edge("v3", "v1"), inexact: 1 }],
);
const star = kind(["hub", "v1", "v2"], edge("v1", "hub"), edge("v2", "hub"));

describe("versionGraph finds a path", () => {
  test.each<{
    name: string;
    of: ConvertibleKind;
    from: string;
    to: string;
    steps: string;
  }>([
    { name: "the same version", of: chain, from: "v2", to: "v2", steps: "" },
    { name: "along a chain", of: chain, from: "v1", to: "v4", steps: "v1>v2 v2>v3 v3>v4" },
    { name: "back along a chain", of: chain, from: "v4", to: "v1", steps: "v4>v3 v3>v2 v2>v1" },
    { name: "over a hub", of: star, from: "v1", to: "v2", steps: "v1>hub hub>v2" },
    { name: "the shortest", of: shortcut, from: "v1", to: "v3", steps: "v1>v3" },
    {
      name: "with the fewest preserved values",
      of: lossyShortcut,
      from: "v3",
      to: "v1",
      steps: "v3>v2 v2>v1",
    },
    { name: "with the first name of two", of: diamond, from: "v1", to: "v4", steps: "v1>v2 v2>v4" },
    { name: "that is the same backward", of: diamond, from: "v4", to: "v1", steps: "v4>v2 v2>v1" },
    {
      name: "for the other pair likewise",
      of: diamond,
      from: "v3",
      to: "v2",
      steps: "v3>v1 v1>v2",
    },
    { name: "none", of: kind(["v1", "v2"]), from: "v1", to: "v2", steps: "none" },
    { name: "never to a foreign version", of: chain, from: "v1", to: "v9", steps: "none" },
    {
      name: "never to a prototype's name",
      of: chain,
      from: "constructor",
      to: "v1",
      steps: "none",
    },
  ])("$name: $from to $to", ({ of, from, to, steps }) => {
    expect(way(of, from, to)).toBe(steps);
  });
});

describe("graphFaults", () => {
  test.each<{ name: string; of: ConvertibleKind; faults: readonly string[] }>([
    { name: "nothing in a complete kind", of: chain, faults: [] },
    { name: "one version", of: kind(["v1"]), faults: [] },
    { name: "no version", of: kind([]), faults: ["Widget.example.org has no version"] },
    {
      name: "an unreachable version",
      of: kind(["v1", "v2", "v3"], edge("v1", "v2")),
      faults: ["v1 to v3", "v2 to v3", "v3 to v1", "v3 to v2"].map(
        (pair) => `Widget.example.org: no conversion leads from ${pair}`,
      ),
    },
    {
      name: "a version named twice",
      of: kind(["v1", "v1"]),
      faults: ["Widget.example.org: version v1 is listed twice: remove one"],
    },
    {
      name: "a pair joined twice",
      of: kind(["v1", "v2"], edge("v1", "v2"), edge("v2", "v1")),
      faults: ["Widget.example.org: v1 and v2 have two conversions between them: remove one"],
    },
    {
      name: "a version joined with itself",
      of: kind(["v1"], edge("v1", "v1")),
      faults: ["Widget.example.org: a conversion leads from v1 to v1"],
    },
    {
      name: "a foreign version",
      of: kind(["v1"], edge("v1", "v9")),
      faults: ["Widget.example.org: a conversion names v9, which is not a version of the kind"],
    },
  ])("$name", ({ of, faults }) => {
    expect(graphFaults(of)).toEqual(faults);
  });
});

describe("conversionRegistry", () => {
  test("finds kinds by group and kind", () => {
    const registry = conversionRegistry([chain, { ...star, kind: "Gadget" }]);
    expect(registry.graph("example.org", "Gadget")?.has("hub")).toBe(true);
    expect(registry.graph("example.org", "Widget")?.has("hub")).toBe(false);
    expect(registry.graph("other.org", "Widget")).toBeUndefined();
  });

  test("throws every fault at once", () => {
    const build = () =>
      conversionRegistry([kind(["v1", "v2"]), kind(["v1", "v2"], edge("v1", "v2"))]);
    expect(build).toThrow(IncompleteRegistry);
    expect(build).toThrow(
      [
        "the kinds cannot be served:",
        "- Widget.example.org: no conversion leads from v1 to v2",
        "- Widget.example.org: no conversion leads from v2 to v1",
        "- Widget.example.org is declared twice",
      ].join("\n"),
    );
  });
});
