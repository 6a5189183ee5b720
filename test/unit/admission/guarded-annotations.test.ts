import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import { convertObject } from "../../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import { markerName } from "../../../lib/converter/stash/names.ts";
import { mapAt } from "../../../lib/json/members.ts";
import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import { allowance } from "../../support/allowance.ts";
import { denialCauses } from "../../support/denial-causes.ts";
import { type AdmissionParts, admissionReview } from "../../support/reviews.ts";
import { responseIn, send } from "../../support/send-review.ts";

const group = "boxes.example.com";
const text = { type: "string" };
const status = { type: "object", properties: { approved: { type: "boolean" } } };

function schemaOf(fields: JsonObject): JsonObject {
  const spec = { type: "object", properties: fields };
  return { type: "object", properties: { spec, status } };
}

const count = { type: "integer", maximum: 10 };
const rule = { rule: "!has(self.tier) || self.tier != 'gold' || has(self.shared)" };
const versions = [
  {
    name: "v1",
    served: true,
    storage: true,
    hasStatus: true,
    schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          properties: { shared: text, only: text, count, tier: text },
          "x-kubernetes-validations": [rule],
        },
        status,
      },
    },
  },
  { name: "v2", served: true, storage: false, hasStatus: true, schema: schemaOf({ shared: text }) },
];

/** v1 has fields that v2 can't represent; v1 is stored. */
const kind = defineKind({
  crd: { group, kind: "Box", plural: "boxes", scope: "Namespaced", versions },
  lenses: [
    {
      from: "v1",
      to: "v2",
      rules: [
        { op: "keep", from: "spec.only" },
        { op: "keep", from: "spec.count" },
        { op: "keep", from: "spec.tier" },
      ],
    },
  ],
  conversionGuard: true,
});
const registry = conversionRegistry([kind]);

function box(version: string, spec: JsonObject, annotations: JsonObject = {}): JsonObject {
  const metadata = { name: "b", namespace: "team", uid: "u", annotations };
  return { apiVersion: `${group}/${version}`, kind: "Box", metadata, spec };
}

function converted(object: JsonObject, version: string): JsonObject {
  const named = { apiVersion: "", kind: "", ...object };
  const result = convertObject(registry, named, { group, version }, allowance());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function annotationsOf(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  const annotations = isObject(metadata) ? member(metadata, "annotations") : undefined;
  return isObject(annotations) ? annotations : {};
}

interface Decision {
  /** Undefined if the write is allowed. */
  readonly message: string | undefined;
  /** Type, field and origin of each cause. */
  readonly causes: readonly string[];
}

/** What validation decides on a write. */
async function decisionOn(parts: AdmissionParts): Promise<Decision> {
  const request = { resource: { group, version: "v1", resource: "boxes" }, ...parts.request };
  const review = admissionReview({ ...parts, request });
  const { httpResponse } = await send("validate", stringify(review), { kinds: [kind] });
  const response = responseIn(httpResponse.body);
  return {
    message:
      response["allowed"] === true ? undefined : String(mapAt(response, "status")["message"]),
    causes: denialCauses(parts, response, [kind]),
  };
}

const large = "x".repeat(140_000);
const preserved = (entries: JsonObject): JsonObject => ({
  [`${group}/kept.v1.forged`]: stringify(entries),
});

describe("the conversion guard on annotations", () => {
  const plain = box("v2", { shared: "s" });
  const marked = converted(box("v1", { shared: "s", only: large }), "v2");

  test("a conversion that loses values succeeds, and marks the object", () => {
    expect(annotationsOf(marked)).toEqual({ [markerName(group)]: "v1: spec.only" });
  });

  test("each conversion writes the marker anew", () => {
    const forged = box("v1", { shared: "s" }, { [markerName(group)]: "v1: spec.only" });
    expect(annotationsOf(converted(forged, "v2"))).toEqual({});
  });

  test.each<{
    name: string;
    parts: AdmissionParts;
    says: string | undefined;
    causes?: readonly string[];
  }>([
    {
      name: "a create whose values do not fit",
      parts: { object: box("v1", { only: large }) },
      says: "no space for what v2 can't represent (spec.only)",
      causes: ["FieldValueTooLong metadata.annotations (lost)"],
    },
    {
      name: "an update that still does not fit",
      parts: {
        object: box("v1", { only: large, shared: "new" }),
        oldObject: box("v1", { only: large }),
      },
      says: undefined,
    },
    {
      name: "annotations of others that leave no space",
      parts: {
        object: box("v1", { only: "x".repeat(1000) }, { other: "o".repeat(262_100) }),
        oldObject: box("v1", { only: "x".repeat(1000) }),
      },
      says: "no space for what v2 can't represent (spec.only)",
      causes: ["FieldValueTooLong metadata.annotations (lost)"],
    },
    {
      name: "a change of the body of a marked object",
      parts: { object: { ...marked, spec: { shared: "new" } }, oldObject: marked },
      says: "spec.shared: can't be changed in v2, which does not show all of this object",
      causes: ["FieldValueForbidden spec.shared (incomplete)"],
    },
    {
      name: "a change of two fields of a marked object",
      parts: { object: { ...marked, spec: { shared: "new", extra: "e" } }, oldObject: marked },
      says: "spec.shared, spec.extra: can't be changed in v2, which does not show all of this object",
      causes: [
        "FieldValueForbidden spec.shared (incomplete)",
        "FieldValueForbidden spec.extra (incomplete)",
      ],
    },
    {
      name: "a status of a marked object",
      parts: {
        object: { ...marked, status: { approved: true } },
        oldObject: marked,
        request: { subResource: "status" },
      },
      says: undefined,
    },
    {
      name: "finalizers of a marked object",
      parts: {
        object: { ...marked, metadata: { name: "b", annotations: annotationsOf(marked) } },
        oldObject: marked,
      },
      says: undefined,
    },
    {
      name: "an entry for a status in a create",
      parts: { object: box("v2", {}, preserved({ "status.approved": [true] })) },
      says: "which only a write of the status or scale subresource may set; remove that annotation",
      causes: ["FieldValueForbidden metadata.annotations (preserved)"],
    },
    {
      name: "an entry for a status that an update adds, in annotations alone",
      parts: {
        object: box("v2", { shared: "s" }, preserved({ "status?.approved": [true] })),
        oldObject: plain,
      },
      says: "preserves status?.approved of v1",
      causes: ["FieldValueForbidden metadata.annotations (preserved)"],
    },
    {
      name: "an entry that represents a billion items of a status",
      parts: { object: box("v2", {}, preserved({ "status.list[#0-999999999].a": [true] })) },
      says: "preserves status.list[#0-999999999].a of v1",
      causes: ["FieldValueForbidden metadata.annotations (preserved)"],
    },
    {
      name: "an entry for a status that existed before",
      parts: {
        object: box("v2", { shared: "new" }, preserved({ "status.approved": [true] })),
        oldObject: box("v2", { shared: "s" }, preserved({ "status.approved": [true] })),
      },
      says: undefined,
    },
    {
      name: "an entry for a status that existed before, in another annotation and spelling",
      parts: {
        object: box("v2", { shared: "s" }, preserved({ "status.list[#0]": [{ a: 1, b: 2 }] })),
        oldObject: box(
          "v2",
          { shared: "s" },
          {
            [`${group}/kept.v1.other`]: '{"status.list[#0]":[{"b":2.0,"a":1}]}',
          },
        ),
      },
      says: undefined,
    },
    {
      name: "an entry for a status with another value than before",
      parts: {
        object: box("v2", { shared: "s" }, preserved({ "status.approved": [true] })),
        oldObject: box("v2", { shared: "s" }, preserved({ "status.approved": [false] })),
      },
      says: "preserves status.approved of v1",
      causes: ["FieldValueForbidden metadata.annotations (preserved)"],
    },
    {
      name: "an entry for a status in a write of the status",
      parts: {
        object: box("v2", { shared: "s" }, preserved({ "status.approved": [true] })),
        oldObject: plain,
        request: { subResource: "status" },
      },
      says: undefined,
    },
    {
      name: "a label, whatever was wrong before",
      parts: {
        object: { ...plain, metadata: { name: "b", labels: { a: "b" } } },
        oldObject: plain,
      },
      says: undefined,
    },
  ])("decides on $name", async ({ parts, says, causes = [] }) => {
    const operation = parts.oldObject === undefined ? "CREATE" : "UPDATE";
    const message = says === undefined ? undefined : expect.stringContaining(says);
    expect(await decisionOn({ operation, ...parts })).toEqual({ message, causes });
  });
});

describe("a preserved value that the schema refuses", () => {
  test.each<{ name: string; entries: JsonObject }>([
    { name: "a maximum", entries: { "spec.count": [1_000_000] } },
    { name: "a type", entries: { "spec.only": [5] } },
    { name: "null", entries: { "spec.only": [null] } },
    { name: "a field that is not declared", entries: { "spec.unknown": ["x"] } },
    { name: "a label that no rule names", entries: { "?.metadata.labels.a": ["x"] } },
  ])("stays in its annotation byte for byte: $name", ({ entries }) => {
    const annotations = preserved(entries);
    const returned = converted(box("v2", { shared: "s" }, annotations), "v1");
    expect(returned).toEqual(box("v1", { shared: "s" }, annotations));
  });

  test("is found by a CEL rule, in the verbs, which load the engine when it is needed", async () => {
    const object = box("v2", {}, preserved({ "spec.tier": ["gold"], "spec.only": ["o"] }));
    const review = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: { uid: "u", desiredAPIVersion: `${group}/v1`, objects: [object] },
    };
    const { httpResponse } = await send("convert", stringify(review), { kinds: [kind] });
    const { convertedObjects } = responseIn(httpResponse.body);
    const rest = preserved({ "spec.tier": ["gold"] });
    expect(convertedObjects).toEqual([box("v1", { only: "o" }, rest)]);
  });
});

describe("many similar items", () => {
  test("1,000 matchers with the same regex are preserved in one annotation, and come back", async () => {
    const folder = fileURLToPath(new URL("../../operators/alertmanager-config", import.meta.url));
    const kinds = await loadKinds([folder]);
    const matchers = Array.from({ length: 1000 }, (_, at) => ({
      name: `label-${at}`,
      value: `value-${at}`,
      regex: true,
    }));
    const object = {
      apiVersion: "monitoring.coreos.com/v1alpha1",
      kind: "AlertmanagerConfig",
      metadata: { name: "a", namespace: "team" },
      spec: { route: { receiver: "r", matchers }, receivers: [{ name: "r" }] },
    };
    const convert = (source: JsonObject, version: string): JsonObject => {
      const named = { apiVersion: "", kind: "", ...source };
      const desired = { group: "monitoring.coreos.com", version };
      const result = convertObject(conversionRegistry(kinds), named, desired, allowance());
      if (!result.ok) throw new Error(result.error.message);
      return result.value;
    };
    const there = convert(object, "v1beta1");
    const annotations = Object.entries(annotationsOf(there));
    expect(annotations).toHaveLength(1);
    expect(String(annotations[0]?.[1]).length).toBeLessThan(15_000);
    expect(convert(there, "v1alpha1")).toEqual(object);
  });
});
