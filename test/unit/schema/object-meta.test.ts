import { describe, expect, test } from "vitest";
import { Float, type JsonObject, type JsonValue } from "../../../lib/json/value.ts";
import { validateEmbeddedResources } from "../../../lib/schema/metadata/embedded-resources.ts";
import { coerceMetadata } from "../../../lib/schema/metadata/object-meta.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";

const { structural: root } = parseStructural({ type: "object" });
const resource = { type: "object", "x-kubernetes-embedded-resource": true };
const { structural: embedding } = parseStructural({
  type: "object",
  properties: {
    e: { ...resource, properties: { metadata: { properties: { labels: resource } } } },
    l: { type: "array", items: resource },
    m: { type: "object", additionalProperties: resource },
    any: { type: "object", additionalProperties: true },
  },
});

const keeping = { isResourceRoot: true, dropInvalidFields: false };
const dropping = { isResourceRoot: true, dropInvalidFields: true };

describe("coerceMetadata returns the server's form of metadata", () => {
  test.each<{ name: string; metadata: JsonValue; coerced: JsonValue }>([
    { name: "null", metadata: null, coerced: {} },
    {
      name: "without empty fields",
      metadata: { name: "", labels: {}, finalizers: [], generation: 0, uid: null },
      coerced: {},
    },
    {
      name: "with an empty text for a null label",
      metadata: { labels: { a: null } },
      coerced: { labels: { a: "" } },
    },
    {
      name: "with an integer for a whole float",
      metadata: { generation: new Float("2.0") },
      coerced: { generation: 2 },
    },
    {
      name: "with 64-bit integers",
      metadata: { generation: 2n ** 63n - 1n },
      coerced: { generation: 2n ** 63n - 1n },
    },
    {
      name: "with a pointer to zero",
      metadata: { deletionGracePeriodSeconds: 0 },
      coerced: { deletionGracePeriodSeconds: 0 },
    },
    {
      name: "with times in UTC to the second",
      metadata: { creationTimestamp: "2026-01-02T03:04:05.5+01:00" },
      coerced: { creationTimestamp: "2026-01-02T02:04:05Z" },
    },
    {
      name: "without a zero creation time",
      metadata: { creationTimestamp: "0001-01-01T00:00:00Z" },
      coerced: {},
    },
    {
      name: "with null for a zero deletion time",
      metadata: { deletionTimestamp: "0001-01-01T00:00:00Z" },
      coerced: { deletionTimestamp: null },
    },
    {
      name: "with all names of an owner",
      metadata: { ownerReferences: [null, { name: "a", controller: false, extra: 1 }] },
      coerced: {
        ownerReferences: [
          { apiVersion: "", kind: "", name: "", uid: "" },
          { apiVersion: "", kind: "", name: "a", uid: "", controller: false },
        ],
      },
    },
    {
      name: "with managed fields of any content",
      metadata: { managedFields: [{ manager: "", fieldsV1: { "f:a": {} }, time: null }] },
      coerced: { managedFields: [{ fieldsV1: { "f:a": {} } }] },
    },
  ])("$name", ({ metadata, coerced }) => {
    const { object, error } = coerceMetadata({ metadata }, root, keeping);
    expect({ object, error }).toEqual({ object: { metadata: coerced }, error: undefined });
  });

  test.each<{ name: string; metadata: JsonValue; detail: string; dropped: JsonValue }>([
    {
      name: "a text",
      metadata: "x",
      detail: "json: cannot unmarshal string into Go value of type v1.ObjectMeta",
      dropped: "x",
    },
    {
      name: "a list",
      metadata: [],
      detail: "json: cannot unmarshal array into Go value of type v1.ObjectMeta",
      dropped: [],
    },
    {
      name: "a name that is a number",
      metadata: { name: 1, uid: "u" },
      detail: "json: cannot unmarshal number into Go struct field ObjectMeta.name of type string",
      dropped: { uid: "u" },
    },
    {
      name: "a uid that is a map",
      metadata: { uid: {} },
      detail: "json: cannot unmarshal object into Go struct field ObjectMeta.uid of type types.UID",
      dropped: {},
    },
    {
      name: "a fraction",
      metadata: { generation: 1.5 },
      detail:
        "json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.generation of type int64",
      dropped: {},
    },
    {
      name: "more than 64 bits",
      metadata: { generation: 2 ** 63 },
      detail:
        "json: cannot unmarshal number 9223372036854776000 into Go struct field ObjectMeta.generation of type int64",
      dropped: {},
    },
    {
      name: "labels that are a flag",
      metadata: { labels: true },
      detail:
        "json: cannot unmarshal bool into Go struct field ObjectMeta.labels of type map[string]string",
      dropped: {},
    },
    {
      name: "a finalizer that is a number",
      metadata: { finalizers: ["a", 1] },
      detail:
        "json: cannot unmarshal number into Go struct field ObjectMeta.finalizers of type string",
      dropped: {},
    },
    {
      name: "finalizers that are a map",
      metadata: { finalizers: {} },
      detail:
        "json: cannot unmarshal object into Go struct field ObjectMeta.finalizers of type []string",
      dropped: {},
    },
    {
      name: "a controller that is a text",
      metadata: { ownerReferences: [{ controller: "x" }] },
      detail:
        "json: cannot unmarshal string into Go struct field OwnerReference.ownerReferences.controller of type bool",
      dropped: {},
    },
    {
      name: "a time that is a number comes before a wrong type",
      metadata: { annotations: 1, creationTimestamp: 5, deletionTimestamp: "x" },
      detail:
        "json: cannot unmarshal number into Go struct field ObjectMeta.creationTimestamp of type string",
      dropped: {},
    },
  ])("$name is refused, or dropped", ({ metadata, detail, dropped }) => {
    expect(coerceMetadata({ metadata }, root, keeping).error).toEqual({
      type: "FieldValueInvalid",
      field: "metadata",
      detail,
      badValue: metadata,
    });
    expect(coerceMetadata({ metadata }, root, dropping).object).toEqual({ metadata: dropped });
  });

  test("lists unknown fields, at most a hundred", () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x${index}`, 1]));
    const { unknown } = coerceMetadata({ metadata: many }, root, keeping);
    expect(unknown).toHaveLength(100);
  });
});

describe("coerceMetadata: embedded resources", () => {
  test("are processed in members, lists and maps only", () => {
    const held = { metadata: { name: "n", other: 1 } };
    const kept = { metadata: { name: "n" } };
    const object = {
      metadata: { other: 1 },
      e: held,
      l: [held, 1],
      m: { "k.k": held },
      any: { a: held },
    };
    expect(coerceMetadata(object, embedding, { ...keeping, isResourceRoot: false })).toEqual({
      object: { ...object, e: kept, l: [kept, 1], m: { "k.k": kept } },
      unknown: ["e.metadata.other", "l[0].metadata.other", "m[k.k].metadata.other"],
    });
  });

  test.each<{ name: string; object: JsonObject; field: string }>([
    { name: "an apiVersion that is not a text", object: { apiVersion: 1 }, field: "apiVersion" },
    { name: "a kind in a map", object: { m: { k: { kind: {} } } }, field: "m[k].kind" },
    {
      name: "a resource in metadata",
      object: { e: { metadata: { labels: { kind: 1 } } } },
      field: "e.metadata",
    },
    { name: "the first of two", object: { l: [{ kind: 1 }, { kind: 1 }] }, field: "l[0].kind" },
  ])("$name is refused with its path", ({ object, field }) => {
    expect(coerceMetadata(object, embedding, keeping).error?.field).toBe(field);
  });

  test("loses values that are not texts", () => {
    expect(coerceMetadata({ apiVersion: 1, kind: "K" }, root, dropping).object).toEqual({
      kind: "K",
    });
  });

  test("do not change without a schema", () => {
    const options = { isResourceRoot: false, dropInvalidFields: true };
    expect(coerceMetadata({ kind: 1 }, undefined, options).object).toEqual({ kind: 1 });
  });
});

describe("validateEmbeddedResources", () => {
  const meta = (metadata: JsonValue): JsonObject => ({ apiVersion: "v1", kind: "K", metadata });
  test.each<{ name: string; object: JsonValue; errors: string[] }>([
    { name: "a resource without a name", object: meta({}), errors: [] },
    {
      name: "no apiVersion and kind",
      object: {},
      errors: ["FieldValueRequired apiVersion", "FieldValueRequired kind"],
    },
    {
      name: "empty ones",
      object: { apiVersion: "", kind: "" },
      errors: ["FieldValueInvalid apiVersion", "FieldValueInvalid kind"],
    },
    {
      name: "numbers",
      object: { apiVersion: 1, kind: null },
      errors: ["FieldValueInvalid apiVersion", "FieldValueInvalid kind"],
    },
    {
      name: "an apiVersion in three parts",
      object: { apiVersion: "a/b/c", kind: "K" },
      errors: ["FieldValueInvalid apiVersion"],
    },
    {
      name: "a kind with a space",
      object: { apiVersion: "v1", kind: "a b" },
      errors: ["FieldValueInvalid kind"],
    },
    {
      name: "a kind that Go lowers to ASCII",
      object: { apiVersion: "v1", kind: "\u0130x" },
      errors: [],
    },
    { name: "metadata that is a text", object: meta("x"), errors: ["FieldValueInvalid metadata"] },
    {
      name: "a name that does not fit a path segment",
      object: meta({ name: "a/b" }),
      errors: ["FieldValueInvalid metadata.name"],
    },
    {
      name: "a namespace that is not a label",
      object: meta({ namespace: "A" }),
      errors: ["FieldValueInvalid metadata.namespace"],
    },
    {
      name: "a label",
      object: meta({ labels: { a: "-" } }),
      errors: ["FieldValueInvalid metadata.labels"],
    },
    {
      name: "an owner without a name",
      object: meta({ ownerReferences: [{ apiVersion: "v1", kind: "K", name: "n" }] }),
      errors: ["FieldValueInvalid metadata.ownerReferences.uid"],
    },
  ])("$name", ({ object, errors }) => {
    const found = validateEmbeddedResources(object, root, { isResourceRoot: true });
    expect(found.map(({ type, field }) => `${type} ${field}`)).toEqual(errors);
  });

  test("reaches embedded resources, with map keys in brackets", () => {
    const object = {
      e: {},
      l: [{ apiVersion: "v1" }, 1],
      m: { "k.k": { kind: "K" } },
      any: { a: {} },
    };
    const found = validateEmbeddedResources(object, embedding, { isResourceRoot: false });
    expect(found.map(({ field }) => field)).toEqual([
      "e.apiVersion",
      "e.kind",
      "l[0].kind",
      "m[k.k].apiVersion",
    ]);
  });

  test("puts a given path before the fields", () => {
    const options = { isResourceRoot: true, path: "spec.default" };
    const found = validateEmbeddedResources({ kind: "K" }, undefined, options);
    expect(found.map(({ field }) => field)).toEqual(["spec.default.apiVersion"]);
  });
});
