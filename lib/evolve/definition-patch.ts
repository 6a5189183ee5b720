import { applyPatch } from "../admission/patch/apply.ts";
import type { PatchOperation } from "../admission/patch/diff.ts";
import { known } from "../json/invariant.ts";
import { mapAt, mapsIn, textsIn } from "../json/members.ts";
import {
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../json/value.ts";
import { type LiveDefinition, storageVersion, versionPointer } from "./live-definition.ts";

/** A change of a definition, and what must hold of it for the change to be right. */
export interface GuardedPatch {
  /** The subresource that has what is changed; "" for the definition itself. */
  readonly subresource: "" | "status";
  readonly tests: readonly PatchTest[];
  readonly change: readonly PatchOperation[];
}

/** A value that must be at a JSON pointer. */
export interface PatchTest {
  readonly path: string;
  readonly value: JsonValue;
}

/** The JSON Patch that the server applies as a whole, or not at all. */
export function jsonPatchOf({ tests, change }: Omit<GuardedPatch, "subresource">): JsonArray {
  const operations = change.map((operation): JsonObject => ({ ...operation }));
  return [...tests.map(({ path, value }) => ({ op: "test", path, value })), ...operations];
}

/** A definition as it is after a patch. The server adds the storage version to storedVersions with every change. */
export function patchedDefinition(crd: JsonObject, { change }: GuardedPatch): JsonObject {
  const patched = applyPatch(crd, change);
  const changed = patched.ok ? patched.value : null;
  const definition = known(isObject(changed) ? changed : undefined, "the patch is made for it");
  const storage = mapsIn(member(mapAt(definition, "spec"), "versions"))
    .filter((version) => member(version, "storage") === true)
    .map((version) => String(member(version, "name")));
  const status = mapAt(definition, "status");
  const storedVersions = [...new Set([...textsIn(member(status, "storedVersions")), ...storage])];
  return { ...definition, status: { ...status, storedVersions } };
}

/** Sets `served` of a version. */
export function servedPatch(
  definition: LiveDefinition,
  version: string,
  served: boolean,
): GuardedPatch {
  const { tests, at } = locatedVersion(definition, version);
  return ofSpec(tests, [{ op: "replace", path: `${at}/served`, value: served }]);
}

/** Makes a version the storage version, in place of the one that is. */
export function storagePatch(definition: LiveDefinition, version: string): GuardedPatch {
  const parts = [storageVersion(definition), version].map((name) => ({
    ...locatedVersion(definition, name),
    value: name === version,
  }));
  return ofSpec(
    parts.flatMap(({ tests }) => tests),
    parts.map(({ at, value }) => ({ op: "replace", path: `${at}/storage`, value })),
  );
}

/** Sets whether a version is deprecated, and the text of its warning: null leaves that to the server. */
export function deprecatedPatch(
  definition: LiveDefinition,
  version: string,
  { deprecated, warning }: { readonly deprecated: boolean; readonly warning: string | null },
): GuardedPatch {
  const { tests, at } = locatedVersion(definition, version);
  return ofSpec(tests, [
    { op: "add", path: `${at}/deprecated`, value: deprecated },
    { op: "add", path: `${at}/deprecationWarning`, value: warning },
  ]);
}

/** Adds a version at an index, and replaces the conversion where one is given. */
export function addedVersionPatch(
  { versions }: LiveDefinition,
  version: JsonObject,
  index: number,
  conversion: JsonObject | null,
): GuardedPatch {
  const tests = versions.map(({ name }, at) => ({
    path: `/spec/versions/${at}/name`,
    value: name,
  }));
  const added = { op: "add", path: `/spec/versions/${index}`, value: version } as const;
  if (conversion === null) return ofSpec(tests, [added]);
  return ofSpec(tests, [{ op: "add", path: "/spec/conversion", value: conversion }, added]);
}

/** Takes out a version that is not served. */
export function removedVersionPatch(definition: LiveDefinition, version: string): GuardedPatch {
  const { tests, at } = locatedVersion(definition, version);
  return ofSpec([...tests, { path: `${at}/served`, value: false }], [{ op: "remove", path: at }]);
}

/**
 * Replaces storedVersions, unless the storage version has changed. Takes out the condition of a StorageVersionMigration that
 * failed: what it says no longer holds once every object was rewritten.
 */
export function storedVersionsPatch(
  definition: LiveDefinition,
  to: readonly string[],
): GuardedPatch {
  const { storedVersions, migration } = definition;
  const { tests, at } = locatedVersion(definition, storageVersion(definition));
  const condition = `/status/conditions/${migration?.condition ?? 0}`;
  const hasFailed = migration?.state === "failed";
  return {
    subresource: "status",
    tests: [
      { path: "/status/storedVersions", value: storedVersions },
      ...tests,
      { path: `${at}/storage`, value: true },
      ...(hasFailed ? [{ path: `${condition}/type`, value: "StorageMigrating" }] : []),
    ],
    change: [
      { op: "replace", path: "/status/storedVersions", value: to },
      ...(hasFailed ? [{ op: "remove", path: condition } as const] : []),
    ],
  };
}

function ofSpec(tests: readonly PatchTest[], change: readonly PatchOperation[]): GuardedPatch {
  return { subresource: "", tests, change };
}

/** Where a version is, and the test that it is there. */
function locatedVersion({ versions }: LiveDefinition, version: string) {
  const at = versionPointer(versions, version);
  return { at, tests: [{ path: `${at}/name`, value: version }] };
}
