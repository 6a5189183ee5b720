import { describe, expect, test } from "vitest";
import type { ObjectMeta } from "../../../lib/schema/definition/crd.ts";
import { fieldMessage } from "../../../lib/schema/field-error/field-message.ts";
import {
  objectMetaErrors,
  objectMetaUpdateErrors,
} from "../../../lib/schema/metadata/object-meta-rules.ts";

const rules = { scope: "Namespaced", nameFaults: () => [] } as const;
const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: "1" };
const entry = { operation: "Apply", fieldsType: "FieldsV1", manager: "kubectl" };

describe("objectMetaErrors: the server's messages", () => {
  test.each<{ name: string; meta: ObjectMeta; says: readonly string[] }>([
    {
      name: "nothing is wrong",
      meta: { ownerReferences: [owner], managedFields: [entry] },
      says: [],
    },
    {
      name: "an owner without a version",
      meta: { ownerReferences: [{ ...owner, apiVersion: "apps/v1/x" }] },
      says: [
        'metadata.ownerReferences.apiVersion: Invalid value: "apps/v1/x": version must not be empty',
      ],
    },
    {
      name: "an owner without kind, name and uid",
      meta: { ownerReferences: [{ apiVersion: "v1" }] },
      says: ["kind", "name", "uid"].map(
        (field) => `metadata.ownerReferences.${field}: Invalid value: "": must not be empty`,
      ),
    },
    {
      name: "two controllers",
      meta: {
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, name: "db", controller: true },
        ],
      },
      says: [
        'Only one reference can have Controller set to true. Found "true" in references for Deployment/web and Deployment/db',
      ],
    },
    {
      name: "an Event as owner",
      meta: { ownerReferences: [{ ...owner, apiVersion: "v1", kind: "Event" }] },
      says: ["/v1, Kind=Event is disallowed from being an owner"],
    },
    {
      name: "finalizers that exclude each other",
      meta: { finalizers: ["orphan", "foregroundDeletion"] },
      says: ["finalizer orphan and foregroundDeletion cannot be both set"],
    },
    {
      name: "managed fields of no known operation, type or manager",
      meta: {
        managedFields: [
          {
            operation: "Merge",
            fieldsType: "FieldsV2",
            manager: "a\nb",
            subresource: "s".repeat(257),
          },
        ],
      },
      says: [
        'metadata.managedFields[0].operation: Invalid value: "Merge": must be `Apply` or `Update`',
        'metadata.managedFields[0].fieldsType: Invalid value: "FieldsV2": must be `FieldsV1`',
        "invalid character U+000A (at position 1)",
        "metadata.managedFields[0].subresource: Too long: may not be more than 256 bytes",
      ],
    },
    {
      name: "a manager of 129 bytes",
      meta: { managedFields: [{ ...entry, manager: "m".repeat(129) }] },
      says: ["metadata.managedFields[0].manager: Too long: may not be more than 128 bytes"],
    },
    {
      name: "a negative generation",
      meta: { generation: -1 },
      says: ["metadata.generation: Invalid value: -1: must be greater than or equal to 0"],
    },
  ])("$name", ({ meta, says }) => {
    const named = { name: "n", namespace: "ns", ...meta };
    const messages = objectMetaErrors(named, rules, "metadata").map(fieldMessage);
    expect(messages).toEqual(says.map((text) => expect.stringContaining(text)));
  });
});

describe("objectMetaUpdateErrors", () => {
  const stored = { name: "n", uid: "1", resourceVersion: "5", generation: 3 };

  test.each<{ name: string; meta: ObjectMeta; old?: ObjectMeta; says: readonly string[] }>([
    { name: "no change", meta: stored, says: [] },
    {
      name: "another uid",
      meta: { ...stored, uid: "2" },
      says: ['metadata.uid: Invalid value: "2": field is immutable'],
    },
    {
      name: "no resourceVersion",
      meta: { name: "n", uid: "1", generation: 3 },
      says: ['metadata.resourceVersion: Invalid value: "": must be specified for an update'],
    },
    {
      name: "an earlier generation",
      meta: { ...stored, generation: 2 },
      says: ["metadata.generation: Invalid value: 2: must not be decremented"],
    },
    {
      name: "a finalizer added while the object is being deleted",
      meta: { ...stored, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a/b", "a/a"] },
      old: { ...stored, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a/b"] },
      says: [
        'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/a"}',
      ],
    },
    {
      name: "a finalizer removed while the object is being deleted",
      meta: { ...stored, deletionTimestamp: "2026-01-01T00:00:00Z" },
      old: { ...stored, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a/b"] },
      says: [],
    },
  ])("$name", ({ meta, old = stored, says }) => {
    const messages = objectMetaUpdateErrors(meta, old, "metadata").map(fieldMessage);
    expect(messages).toEqual(says.map((text) => expect.stringContaining(text)));
  });
});
