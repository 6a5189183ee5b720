import { describe, expect, test } from "vitest";
import type { ObjectPath } from "../../../lib/lens/place/object-path.ts";
import { lossPath } from "../../../lib/verify/loss-path.ts";
import { UngeneratedPaths } from "../../../lib/verify/ungenerated-paths.ts";
import { specOf } from "./schemas.ts";

const text = { type: "string" };
const version = (name: string, properties: Parameters<typeof specOf>[0]) => ({
  name,
  schema: specOf(properties),
  scale: undefined,
  ungenerated: new UngeneratedPaths(),
});
const versions = new Map([
  ["v1", version("v1", { labels: { type: "object", additionalProperties: text } })],
  [
    "v2",
    version("v2", {
      list: { type: "array", items: { type: "object", properties: { note: text } } },
    }),
  ],
]);

describe("lossPath", () => {
  test.each<{ name: string; at: ObjectPath; path: string }>([
    { name: "a declared field", at: ["spec", "labels"], path: "spec.labels" },
    { name: "a key of a map", at: ["spec", "labels", "a.b/c"], path: "spec.labels" },
    { name: "a field of an item", at: ["spec", "list", 3, "note"], path: "spec.list[*].note" },
    { name: "an undeclared field", at: ["spec", "list", 0, "x"], path: "spec.list[*]" },
    { name: "an undeclared body", at: ["other", "x"], path: "other" },
    { name: "a label", at: ["metadata", "labels", "a/b"], path: 'metadata.labels["a/b"]' },
    { name: "the whole object", at: [], path: "" },
  ])("names $name", ({ at, path }) => {
    expect(lossPath({ versions }, at)).toBe(path);
  });
});
