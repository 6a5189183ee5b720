import { expect, test } from "vitest";
import { frozenObjectFaults } from "../../../lib/evolve/frozen-objects.ts";
import { type LiveDefinition, liveDefinition } from "../../../lib/evolve/live-definition.ts";

const clusterFlags = { kubectl: "kubectl", flags: "" };

interface Options {
  readonly unserved?: string;
  readonly conversion?: "None";
}

function definition(
  storedVersions: readonly string[],
  { unserved, conversion }: Options = {},
): LiveDefinition {
  const version = (name: string) => ({ name, served: name !== unserved, storage: name === "v2" });
  return liveDefinition({
    metadata: { name: "boxes.example.com", uid: "d", generation: 1 },
    spec: {
      group: "example.com",
      names: { kind: "Box", plural: "boxes" },
      versions: [version("v1"), version("v2")],
      conversion: { strategy: conversion ?? "Webhook" },
    },
    status: { storedVersions: [...storedVersions] },
  });
}

/** What a refused plan says of frozen objects. */
function texts(
  storedVersions: readonly string[],
  readAt: readonly string[],
  options?: Options,
): readonly string[] {
  const preflight = { objects: 1, readAt, isTriedInMemory: false, dropped: [], faults: [] };
  const live = definition(storedVersions, options);
  return frozenObjectFaults(live, preflight, clusterFlags).map(({ text }) => text);
}

test("objects that can be read only at a former storage version get the steps back to it", () => {
  expect(texts(["v1", "v2"], ["v1"])).toEqual([
    expect.stringMatching(
      /make v1 the storage version again: kubectl patch crd boxes\.example\.com .*; then correct each: kubectl edit boxes\.v1\.example\.com NAME/,
    ),
  ]);
});

test.each([
  { name: "the storage version can be read", stored: ["v1", "v2"], readAt: ["v1", "v2"] },
  { name: "no version can be read", stored: ["v1", "v2"], readAt: [] },
  { name: "no object was ever stored at the other version", stored: ["v2"], readAt: ["v1"] },
  {
    name: "the storage version is not served, so no object is read at it",
    stored: ["v1", "v2"],
    readAt: ["v1"],
    options: { unserved: "v2" },
  },
  {
    name: "no webhook converts",
    stored: ["v1", "v2"],
    readAt: ["v1"],
    options: { conversion: "None" as const },
  },
])("nothing is reported if $name", ({ stored, readAt, options }) => {
  expect(texts(stored, readAt, options)).toEqual([]);
});
