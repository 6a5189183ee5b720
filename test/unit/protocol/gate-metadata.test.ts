import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import { metadataFault } from "../../../lib/protocol/gate/metadata.ts";
import { labelValueFault, qualifiedNameFault } from "../../../lib/protocol/gate/names.ts";

describe("metadataFault", () => {
  const bad = { "not a label!": "" };
  const long = { a: "x".repeat(262_144) };
  test.each<{ name: string; before: JsonObject; after: JsonObject; fault: string | undefined }>([
    {
      name: "invalid labels that did not change",
      before: { labels: bad },
      after: { labels: { ...bad } },
      fault: undefined,
    },
    {
      name: "long annotations that did not change",
      before: { annotations: long },
      after: { annotations: long },
      fault: undefined,
    },
    { name: "labels taken away", before: { labels: bad }, after: {}, fault: undefined },
    {
      name: "labels that are null",
      before: { labels: bad },
      after: { labels: null },
      fault: undefined,
    },
    {
      name: "one more beside a bad one",
      before: { labels: bad },
      after: { labels: { ...bad, a: "b" } },
      fault: "metadata.labels: Invalid value",
    },
    {
      name: "a bad value",
      before: {},
      after: { labels: { a: "no value!" } },
      fault: 'Invalid value: "no value!": a valid label must be',
    },
    {
      name: "a value of 64 letters",
      before: {},
      after: { labels: { a: "x".repeat(64) } },
      fault: "no more than 63 bytes",
    },
    {
      name: "a bad annotation",
      before: {},
      after: { annotations: { "a b": "" } },
      fault: 'metadata.annotation: Invalid value: "a b"',
    },
    {
      name: "an annotation in upper case, whose prefix counts in lower case",
      before: {},
      after: { annotations: { "Example.COM/A": "" } },
      fault: undefined,
    },
    {
      name: "annotations too long",
      before: {},
      after: { annotations: long },
      fault: "may not be more than 262144 bytes",
    },
    {
      name: "annotations just short enough",
      before: {},
      after: { annotations: { a: "x".repeat(262_143) } },
      fault: undefined,
    },
    {
      name: "unchanged values that are not texts",
      before: { labels: { a: 1 } },
      after: { labels: { a: 1 } },
      fault: "metadata.labels[a] must be a string, but is int64",
    },
    { name: "a float", before: {}, after: { labels: { a: 1.5 } }, fault: "but is float64" },
    {
      name: "an integer of 64 bits",
      before: {},
      after: { labels: { a: 2n ** 60n } },
      fault: "but is int64",
    },
    { name: "a boolean", before: {}, after: { labels: { a: true } }, fault: "but is bool" },
    { name: "a list", before: {}, after: { labels: { a: [] } }, fault: "but is []interface {}" },
    {
      name: "a map",
      before: {},
      after: { labels: { a: {} } },
      fault: "but is map[string]interface {}",
    },
    { name: "null", before: {}, after: { labels: { a: null } }, fault: "but is <nil>" },
    {
      name: "labels that were text",
      before: { labels: "x" },
      after: { labels: {} },
      fault: "invalid metadata.labels of type string in original object",
    },
    {
      name: "labels that became text",
      before: {},
      after: { labels: "x" },
      fault: "invalid metadata.labels of type string in converted object",
    },
  ])("$name: $fault", ({ before, after, fault }) => {
    const found = metadataFault({ metadata: before }, { metadata: after });
    expect(found ?? "nothing").toContain(fault ?? "nothing");
  });

  test.each<{ name: string; original: JsonObject; object: JsonObject; fault: string | undefined }>([
    { name: "no metadata before", original: {}, object: { metadata: {} }, fault: undefined },
    {
      name: "no metadata after",
      original: {},
      object: {},
      fault: "missing metadata in converted object",
    },
    {
      name: "null before",
      original: { metadata: null },
      object: { metadata: {} },
      fault: "invalid metadata of type <nil> in input object",
    },
    {
      name: "null after",
      original: {},
      object: { metadata: null },
      fault: "invalid metadata of type <nil> in converted object",
    },
  ])("$name", ({ original, object, fault }) => {
    expect(metadataFault(original, object)).toBe(fault);
  });
});

describe("qualifiedNameFault", () => {
  test.each([
    { key: "a", ok: true },
    { key: "A.b-c_D1", ok: true },
    { key: "example.com/a", ok: true },
    { key: `${"x".repeat(63)}.${"y".repeat(63)}/a`, ok: true },
    { key: "x".repeat(63), ok: true },
    { key: "x".repeat(64), ok: false },
    { key: "", ok: false },
    { key: "a/", ok: false },
    { key: "/a", ok: false },
    { key: "a/b/c", ok: false },
    { key: "-a", ok: false },
    { key: "a-", ok: false },
    { key: "Example.com/a", ok: false },
    { key: "a..b/c", ok: false },
    { key: `${"x".repeat(254)}/a`, ok: false },
    { key: "é", ok: false },
    { key: "a\n", ok: false },
  ])("$key: $ok", ({ key, ok }) => {
    expect(qualifiedNameFault(key) === undefined).toBe(ok);
  });
});

describe("labelValueFault", () => {
  test.each([
    { value: "", ok: true },
    { value: "a.B_c-1", ok: true },
    { value: "x".repeat(63), ok: true },
    { value: "x".repeat(64), ok: false },
    { value: "é".repeat(32), ok: false },
    { value: "a b", ok: false },
    { value: ".a", ok: false },
    { value: "a\n", ok: false },
  ])("$value: $ok", ({ value, ok }) => {
    expect(labelValueFault(value) === undefined).toBe(ok);
  });
});
