import { applyPatch } from "../admission/patch/apply.ts";
import type { PatchOperation } from "../admission/patch/diff.ts";
import { assertDefined } from "../json/invariant.ts";
import { mapAt, mapsIn, textsIn } from "../json/members.ts";
import {
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../json/value.ts";
import { type LiveDefinition, storageVersion, versionPointer } from "./live-definition.ts";
import type { AddVersionAction, RemoveVersionAction } from "./step/step-action.ts";

/** A change of a definition as JSON Patch operations, and the values that the definition must have for it. */
export interface GuardedPatch {
  /** The subresource to patch; "" for the definition itself. */
  readonly subresource: "" | "status";
  readonly tests: readonly PatchTest[];
  readonly change: readonly PatchOperation[];
}

/** The value that the definition must have at a JSON pointer. */
export interface PatchTest {
  readonly path: string;
  readonly value: JsonValue;
}

/** The JSON Patch: first the tests, then the change. If a test fails, the server applies none of it. */
export function jsonPatchOf({ tests, change }: Omit<GuardedPatch, "subresource">): JsonArray {
  const operations = change.map((operation): JsonObject => ({ ...operation }));
  return [...tests.map(({ path, value }) => ({ op: "test", path, value })), ...operations];
}

/** The definition after a patch, with the storage version added to storedVersions, as the server does on every change. */
export function patchedDefinition(crd: JsonObject, { change }: GuardedPatch): JsonObject {
  const patched = applyPatch(crd, change);
  const changed = patched.ok ? patched.value : null;
  const definition = assertDefined(
    isObject(changed) ? changed : undefined,
    "the patch is made for this definition",
  );
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

/** Makes a version the storage version instead of the present one. */
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

/** Sets `deprecated` and `deprecationWarning` of a version. If `warning` is null, the server uses its default text. */
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

/** Adds a version at an index of `spec.versions`, and replaces `spec.conversion` if it changes. */
export function addedVersionPatch(
  { versions }: LiveDefinition,
  { version, index, conversion }: AddVersionAction,
): GuardedPatch {
  const tests = versions.map(({ name }, at) => ({
    path: `/spec/versions/${at}/name`,
    value: name,
  }));
  return ofSpec(tests, [
    ...conversionChange(conversion),
    { op: "add", path: `/spec/versions/${index}`, value: version },
  ]);
}

/** Removes a version from `spec.versions`, and replaces `spec.conversion` if it changes. Fails if the version is served. */
export function removedVersionPatch(
  definition: LiveDefinition,
  version: string,
  conversion: RemoveVersionAction["conversion"],
): GuardedPatch {
  const { tests, at } = locatedVersion(definition, version);
  return ofSpec(
    [...tests, { path: `${at}/served`, value: false }],
    [...conversionChange(conversion), { op: "remove", path: at }],
  );
}

function conversionChange(conversion: AddVersionAction["conversion"]): readonly PatchOperation[] {
  return conversion === null ? [] : [{ op: "add", path: "/spec/conversion", value: conversion.to }];
}

/**
 * Replaces storedVersions, unless the storage version has changed. Also removes the condition of a failed
 * StorageVersionMigration, which is no longer true once every object has been rewritten.
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

/** The JSON pointer of a version, and the test that this version is at that pointer. */
function locatedVersion({ versions }: LiveDefinition, version: string) {
  const at = versionPointer(versions, version);
  return { at, tests: [{ path: `${at}/name`, value: version }] };
}
