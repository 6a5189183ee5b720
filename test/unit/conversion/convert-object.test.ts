import { describe, expect, test } from "vitest";
import { convertObject } from "../../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import type { Conversion, ConversionFault, Converter } from "../../../lib/converter/converter.ts";
import { Growth } from "../../../lib/converter/growth.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { err, ok } from "../../../lib/json/result.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { allowance } from "../../support/allowance.ts";
import { asItIs, widget, widgets } from "../../support/faulty-kinds.ts";

const v2 = { group: "example.org", version: "v2" };

function resultOf(object: JsonObject, converter: Converter = asItIs, to = v2) {
  const registry = conversionRegistry(widgets({ converter }));
  const source = deepFreeze({
    kind: "Widget",
    ...object,
    apiVersion: String(object["apiVersion"]),
  });
  return convertObject(registry, source, to, allowance());
}

function converted(object: JsonObject, converter?: Converter): JsonObject {
  const result = resultOf(object, converter);
  if (!result.ok) throw new Error(`${result.error.path}: ${result.error.message}`);
  return result.value;
}

/** A converter that gives these beside the body. */
function giving(parts: Omit<Conversion, "body">): Converter {
  return ({ body }) => ok({ body, ...parts });
}

const metadata = {
  resourceVersion: "5",
  generation: 2,
  finalizers: ["a/b"],
  managedFields: [{ fieldsV1: { "f:spec": { ".": {} } } }],
  unknown: 9007199254740993n,
};

describe("convertObject", () => {
  test("does not change the rest of the metadata, not even its identity", () => {
    const object = widget("v1", {}, metadata);
    expect(converted(object)["metadata"]).toBe(object["metadata"]);
  });

  test.each<{
    name: string;
    before: JsonObject;
    gives: Omit<Conversion, "body">;
    after: JsonObject;
  }>([
    {
      name: "stay if the converter returns none",
      before: { labels: { a: "1" } },
      gives: {},
      after: { labels: { a: "1" } },
    },
    {
      name: "change",
      before: { labels: { a: "1" } },
      gives: { labels: { a: "2", b: "3" } },
      after: { labels: { a: "2", b: "3" } },
    },
    {
      name: "are added if the converter returns some",
      before: {},
      gives: { annotations: { a: "1" } },
      after: { annotations: { a: "1" } },
    },
    {
      name: "go",
      before: { labels: { a: "1" }, annotations: { b: "2" } },
      gives: { labels: {} },
      after: { annotations: { b: "2" } },
    },
    {
      name: "are not created empty",
      before: {},
      gives: { labels: {}, annotations: {} },
      after: {},
    },
    { name: "stay null", before: { labels: null }, gives: { labels: {} }, after: { labels: null } },
    { name: "stay empty", before: { labels: {} }, gives: { labels: {} }, after: { labels: {} } },
    {
      name: "replace null",
      before: { labels: null },
      gives: { labels: { a: "1" } },
      after: { labels: { a: "1" } },
    },
  ])("labels and annotations $name", ({ before, gives, after }) => {
    const result = converted(widget("v1", {}, before), giving(gives));
    expect(result["metadata"]).toEqual({ name: "w", namespace: "default", uid: "u", ...after });
  });

  test("preserves a label and a member that are called __proto__", () => {
    const odd: JsonObject = JSON.parse('{"__proto__":{"x":1},"constructor":2}');
    const labels: JsonObject = JSON.parse('{"__proto__":"l"}');
    const result = converted(
      widget("v1", { spec: odd, ...odd }, { labels }),
      giving({ labels: JSON.parse('{"__proto__":"l","m":"n"}') }),
    );
    expect(JSON.stringify(result)).toBe(
      '{"apiVersion":"example.org/v2","kind":"Widget","metadata":{"name":"w","namespace":"default","uid":"u","labels":{"__proto__":"l","m":"n"}},"spec":{"__proto__":{"x":1},"constructor":2},"__proto__":{"x":1},"constructor":2}',
    );
  });

  test.each<{ name: string; object: JsonObject; to?: string }>([
    { name: "without metadata", object: { apiVersion: "example.org/v1", kind: "Widget" } },
    {
      name: "without metadata, which has the target version already",
      object: { apiVersion: "example.org/v2", kind: "Widget" },
    },
  ])("adds to a fragment $name an empty map of it", ({ object }) => {
    expect(converted(object)).toEqual({ ...object, apiVersion: "example.org/v2", metadata: {} });
  });

  test("returns an object of the target version unchanged", () => {
    const throwing: Converter = () => {
      throw new Error("asked");
    };
    const object = widget("v2", { spec: { a: 1 } }, metadata);
    expect(converted(object, throwing)).toEqual(object);
  });

  test("passes a converter the body, labels, annotations and names, and nothing else", () => {
    const seen: unknown[] = [];
    const object = widget("v1", { spec: { a: null } }, { ...metadata, labels: { l: "1" } });
    converted(object, (source) => {
      seen.push(source);
      return ok({ body: source.body });
    });
    expect(seen).toEqual([
      {
        body: { spec: { a: null } },
        labels: { l: "1" },
        annotations: {},
        name: "w",
        namespace: "default",
      },
    ]);
  });

  test.each<{ name: string; metadata: JsonValue; path: string }>([
    { name: "null", metadata: null, path: "metadata" },
    { name: "a list", metadata: [], path: "metadata" },
    { name: "with labels that are text", metadata: { labels: "a" }, path: "metadata.labels" },
    {
      name: "with a label that is null",
      metadata: { labels: { a: null } },
      path: "metadata.labels",
    },
    {
      name: "with an annotation that is a map",
      metadata: { annotations: { a: {} } },
      path: "metadata.annotations",
    },
  ])("refuses metadata that is $name", ({ metadata: odd, path }) => {
    const error = { code: "MetadataInvalid", path };
    expect(resultOf({ ...widget("v1"), metadata: odd })).toMatchObject({ ok: false, error });
  });

  test.each<{
    name: string;
    object?: JsonObject;
    converter?: Converter;
    to?: typeof v2;
    error: Pick<ConversionFault, "code" | "path">;
  }>([
    {
      name: "an apiVersion of three parts",
      object: { apiVersion: "a/b/c" },
      error: { code: "ApiVersionInvalid", path: "apiVersion" },
    },
    {
      name: "a kind that is not served",
      object: { ...widget("v1"), kind: "Gadget" },
      error: { code: "KindNotServed", path: "kind" },
    },
    {
      name: "a source version that the kind does not have",
      object: widget("v9"),
      error: { code: "VersionNotServed", path: "apiVersion" },
    },
    {
      name: "a target version that the kind does not have",
      to: { ...v2, version: "v9" },
      error: { code: "VersionNotServed", path: "apiVersion" },
    },
    {
      name: "a target version of another group",
      to: { ...v2, group: "other.org" },
      error: { code: "VersionNotServed", path: "apiVersion" },
    },
    {
      name: "an error that the converter returns",
      converter: () => err({ code: "ValueRefused", path: "spec.a", message: "no" }),
      error: { code: "ValueRefused", path: "spec.a" },
    },
    {
      name: "a converter that returns a kind",
      converter: () => ok({ body: { kind: "Gadget" } }),
      error: { code: "ResultInvalid", path: "kind" },
    },
  ])("fails for $name", ({ object = widget("v1"), converter, to, error }) => {
    expect(resultOf(object, converter, to)).toMatchObject({ ok: false, error });
  });
});

describe("Growth", () => {
  test.each([
    { name: "growth below the limit", left: 10, takes: [4, 6], taken: [true, true] },
    { name: "growth up to the limit", left: 10, takes: [4, 7, 6], taken: [true, false, true] },
    {
      name: "negative growth as none",
      left: 10,
      takes: [-5, 10, 1],
      taken: [true, true, false],
    },
    { name: "growth up to 128 KiB", left: undefined, takes: [131072, 1], taken: [true, false] },
  ])("counts $name", ({ left, takes, taken }) => {
    const growth = new Growth(left);
    expect(takes.map((bytes) => growth.take(bytes))).toEqual(taken);
  });
});
