import { describe, expect, test } from "vitest";
import { Float, type JsonObject, type JsonValue } from "../../../lib/json/value.ts";
import { metadataFault } from "../../../lib/protocol/gate/metadata.ts";
import { labelValueFault, qualifiedNameFault } from "../../../lib/protocol/gate/names.ts";

const partPattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const partRule = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${partPattern}')`;
const valueRule = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${partPattern})?')`;
const prefixRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe("metadataFault", () => {
  const bad = { "not a label!": "" };
  const long = { a: "x".repeat(262_144) };
  test.each<{ name: string; before: JsonObject; after: JsonObject; fault: string | undefined }>([
    {
      name: "unchanged invalid labels",
      before: { labels: bad },
      after: { labels: { ...bad } },
      fault: undefined,
    },
    {
      name: "unchanged annotations that are too long",
      before: { annotations: long },
      after: { annotations: long },
      fault: undefined,
    },
    { name: "removed labels", before: { labels: bad }, after: {}, fault: undefined },
    {
      name: "labels that are null",
      before: { labels: bad },
      after: { labels: null },
      fault: undefined,
    },
    {
      name: "an additional label beside an invalid one",
      before: { labels: bad },
      after: { labels: { ...bad, a: "b" } },
      fault: `metadata.labels: Invalid value: "not a label!": name part ${partRule}`,
    },
    {
      name: "one label less beside an invalid one",
      before: { labels: { ...bad, a: "b" } },
      after: { labels: bad },
      fault: `metadata.labels: Invalid value: "not a label!": name part ${partRule}`,
    },
    {
      name: "another value of a label beside an invalid one",
      before: { labels: { ...bad, a: "b" } },
      after: { labels: { ...bad, a: "c" } },
      fault: `metadata.labels: Invalid value: "not a label!": name part ${partRule}`,
    },
    { name: "new labels", before: {}, after: { labels: { a: "b", c: "" } }, fault: undefined },
    {
      name: "an invalid value",
      before: {},
      after: { labels: { a: "no value!" } },
      fault: `metadata.labels: Invalid value: "no value!": ${valueRule}`,
    },
    {
      name: "a value of 64 letters",
      before: {},
      after: { labels: { a: "x".repeat(64) } },
      fault: `metadata.labels: Invalid value: "${"x".repeat(64)}": must be no more than 63 bytes`,
    },
    {
      name: "an invalid annotation",
      before: {},
      after: { annotations: { "a b": "" } },
      fault: `metadata.annotation: Invalid value: "a b": name part ${partRule}`,
    },
    {
      name: "an annotation in upper case, whose prefix counts in lower case",
      before: {},
      after: { annotations: { "Example.COM/A": "" } },
      fault: undefined,
    },
    {
      name: "annotations that are too long",
      before: {},
      after: { annotations: long },
      fault: "metadata.annotation: Too long: may not be more than 262144 bytes",
    },
    {
      name: "annotations of the maximum length",
      before: {},
      after: { annotations: { a: "x".repeat(262_143) } },
      fault: undefined,
    },
    {
      name: "unchanged values that are not texts",
      before: { labels: { a: 1 } },
      after: { labels: { a: 1 } },
      fault: "metadata.labels[a] must be a string, but is int64 in converted object",
    },
    {
      name: "labels that were text before",
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
    expect(metadataFault({ metadata: before }, { metadata: after })).toBe(fault);
  });

  test.each<{ name: string; value: JsonValue; type: string }>([
    { name: "a number with a fraction", value: 1.5, type: "float64" },
    { name: "a float that is whole", value: new Float("1.0"), type: "float64" },
    { name: "an integer of 64 bits", value: 2n ** 60n, type: "int64" },
    { name: "a boolean", value: true, type: "bool" },
    { name: "a list", value: [], type: "[]interface {}" },
    { name: "a map", value: {}, type: "map[string]interface {}" },
    { name: "null", value: null, type: "<nil>" },
  ])("a label that is $name: $type", ({ value, type }) => {
    expect(metadataFault({}, { metadata: { labels: { a: value } } })).toBe(
      `metadata.labels[a] must be a string, but is ${type} in converted object`,
    );
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
    "a",
    "A.b-c_D1",
    "example.com/a",
    `${"x".repeat(63)}.${"y".repeat(63)}/a`,
    `${"x".repeat(253)}/a`,
    "x".repeat(63),
  ])("accepts %s", (key) => {
    expect(qualifiedNameFault(key)).toBeUndefined();
  });

  const partFault = `name part ${partRule}`;
  const prefixFault = `prefix part ${prefixRule}`;
  test.each([
    { key: "x".repeat(64), fault: "name part must be no more than 63 bytes" },
    { key: "é".repeat(32), fault: "name part must be no more than 63 bytes" },
    { key: "", fault: "name part must be non-empty" },
    { key: "a/", fault: "name part must be non-empty" },
    { key: "/a", fault: "prefix part must be non-empty" },
    {
      key: "a/b/c",
      fault: `a valid label key ${partRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    },
    { key: "-a", fault: partFault },
    { key: "a-", fault: partFault },
    { key: "é", fault: partFault },
    { key: "a\n", fault: partFault },
    { key: "example.com/-a", fault: partFault },
    { key: "Example.com/a", fault: prefixFault },
    { key: "a..b/c", fault: prefixFault },
    { key: `${"x".repeat(254)}/a`, fault: "prefix part must be no more than 253 bytes" },
  ])("refuses $key: $fault", ({ key, fault }) => {
    expect(qualifiedNameFault(key)).toBe(fault);
  });
});

describe("labelValueFault", () => {
  test.each(["", "a.B_c-1", "x".repeat(63)])("accepts %s", (value) => {
    expect(labelValueFault(value)).toBeUndefined();
  });

  test.each([
    { value: "x".repeat(64), fault: "must be no more than 63 bytes" },
    { value: "é".repeat(32), fault: "must be no more than 63 bytes" },
    { value: "a b", fault: valueRule },
    { value: ".a", fault: valueRule },
    { value: "a\n", fault: valueRule },
  ])("refuses $value: $fault", ({ value, fault }) => {
    expect(labelValueFault(value)).toBe(fault);
  });
});
