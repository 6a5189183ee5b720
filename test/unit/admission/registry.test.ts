import { describe, expect, test } from "vitest";
import { admissionRegistry } from "../../../lib/admission/admission-registry.ts";
import { fixedLookup } from "../../../lib/cluster/fixed-lookup.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import { IncompleteRegistry } from "../../../lib/converter/convertible-kind.ts";
import { widgets } from "../../support/faulty-kinds.ts";

describe("admissionRegistry", () => {
  const kinds = widgets({ handlers: {} });
  const conversions = conversionRegistry(kinds);
  test("finds a kind by group and resource", () => {
    const registry = admissionRegistry(kinds, conversions);
    expect(registry.kind("example.org", "widgets")?.kind).toBe("Widget");
    expect(registry.kind("example.org", "widget")).toBeUndefined();
  });

  test("reports a resource declared twice and a handler at a foreign version together", () => {
    const foreign = kinds.map((kind) => ({ ...kind, admission: { at: "v9" } }));
    const build = () => admissionRegistry([...kinds, ...foreign], conversions);
    expect(build).toThrow(IncompleteRegistry);
    expect(build).toThrow(
      /widgets.example.org is declared twice: remove one declaration\n.*written at v9, which is not a version/,
    );
  });
});

describe("fixedLookup", () => {
  const named = [{ group: "g", kind: "K", resource: "ks" }];
  const lookup = fixedLookup(named, [
    { apiVersion: "g/v1", kind: "K", metadata: { name: "cluster-wide" } },
    { apiVersion: "g/v1", kind: "K", metadata: { name: "in", namespace: "n" } },
    { apiVersion: "g/v1", kind: "Other", metadata: { name: "other" } },
    { apiVersion: "a/b/c", kind: "K", metadata: { name: "typeless" } },
    { apiVersion: "g/v1", kind: "K" },
  ]);
  test.each([
    { name: "cluster-wide", exists: true },
    { name: "in", namespace: "n", exists: true },
    { name: "in", exists: false },
    { name: "cluster-wide", namespace: "n", exists: false },
    { name: "other", exists: false },
    { name: "typeless", exists: false },
    { name: "undefined", exists: false },
  ])("$name in $namespace: $exists", async ({ exists, ...key }) => {
    const signal = new AbortController().signal;
    expect(await lookup.exists({ group: "g", version: "v1", resource: "ks", ...key }, signal)).toBe(
      exists,
    );
  });
});
