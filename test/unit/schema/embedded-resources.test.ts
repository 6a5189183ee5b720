import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../lib/json/value.ts";
import { validateEmbeddedResources } from "../../../lib/schema/metadata/embedded-resources.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";

const embedded = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};

const { structural } = parseStructural({
  type: "object",
  properties: { e: embedded, m: { type: "object", additionalProperties: embedded } },
});

function resource(metadata: JsonValue): JsonValue {
  return { e: { apiVersion: "v1", kind: "Pod", metadata } };
}

const owner = { kind: "K", name: "n", uid: "u" };

describe("validateEmbeddedResources", () => {
  test.each<{ name: string; object: JsonValue }>([
    { name: "a resource without metadata", object: { e: { apiVersion: "a/v1", kind: "K" } } },
    { name: "metadata without a name", object: resource({}) },
    {
      name: "an owner of an unnamed group",
      object: resource({ ownerReferences: [{ ...owner, apiVersion: "/v1" }] }),
    },
    {
      name: "a capital I with a dot in an annotation's key",
      object: resource({ annotations: { İ: "" } }),
    },
    { name: "a capital I with a dot in a kind", object: { e: { apiVersion: "v1", kind: "İx" } } },
  ])("accepts $name", ({ object }) => {
    expect(validateEmbeddedResources(object, structural, { isResourceRoot: false })).toEqual([]);
  });

  test.each<{ name: string; object: JsonValue; field: string; detail: string }>([
    {
      name: "an apiVersion of three parts, in a map",
      object: { m: { "k.k": { apiVersion: "a/b/c", kind: "K" } } },
      field: "m[k.k].apiVersion",
      detail: "unexpected GroupVersion string: a/b/c",
    },
    {
      name: "a kind that is not a text",
      object: { e: { apiVersion: "v1", kind: 5 } },
      field: "e.kind",
      detail: "must be a string",
    },
    {
      name: "an Event as owner",
      object: resource({ ownerReferences: [{ ...owner, apiVersion: "v1", kind: "Event" }] }),
      field: "e.metadata.ownerReferences",
      detail: "/v1, Kind=Event is disallowed from being an owner",
    },
    {
      name: "an Event as owner, of an unnamed group",
      object: resource({ ownerReferences: [{ ...owner, apiVersion: "/v1", kind: "Event" }] }),
      field: "e.metadata.ownerReferences",
      detail: "/v1, Kind=Event is disallowed from being an owner",
    },
    {
      name: "an owner without a version",
      object: resource({ ownerReferences: [{ ...owner, apiVersion: "/" }] }),
      field: "e.metadata.ownerReferences.apiVersion",
      detail: "version must not be empty",
    },
    {
      name: "a slash in a label's value",
      object: resource({ labels: { a: "i/" } }),
      field: "e.metadata.labels",
      detail:
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    },
    {
      name: "an invalid time",
      object: resource({ creationTimestamp: "now" }),
      field: "e.metadata",
      detail: 'parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"',
    },
    {
      name: "the first mismatch of types by the order of keys",
      object: resource({ name: 1, labels: { b: true } }),
      field: "e.metadata",
      detail: "json: cannot unmarshal bool into Go struct field ObjectMeta.labels of type string",
    },
  ])("refuses $name", ({ object, field, detail }) => {
    const errors = validateEmbeddedResources(object, structural, { isResourceRoot: false });
    expect(errors).toMatchObject([
      { type: "FieldValueInvalid", field, detail, origin: "embedded" },
    ]);
  });

  test("requires apiVersion and kind of the root if it is a resource", () => {
    const errors = validateEmbeddedResources({}, structural, { isResourceRoot: true });
    expect(errors.map(({ type, field, origin }) => `${type} ${field} (${origin})`)).toEqual([
      "FieldValueRequired apiVersion (embedded)",
      "FieldValueRequired kind (embedded)",
    ]);
  });
});
