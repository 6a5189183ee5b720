import type { JsonValue } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import type { AdmissionRule } from "./admission-rules.ts";
import {
  type GuardedPatch,
  jsonPatchOf,
  servedPatch,
  storedVersionsPatch,
} from "./definition-patch.ts";
import { type LiveDefinition, storageVersion } from "./live-definition.ts";
import type { VersionWriter } from "./named-versions.ts";
import type { OwnedObject } from "./owner-references.ts";

/** The parts of printed commands that select the cluster. */
export interface ClusterFlags {
  /** `kubectl` with the options that select the cluster. */
  readonly kubectl: string;
  /** The options of `customhouse` that select the same cluster, after a space; empty if it needs none. */
  readonly flags: string;
}

/**
 * Returns the command that stops serving a version. If a program applies the definition, returns what to change in that
 * program's manifest instead.
 */
export function unserveCommand(
  definition: LiveDefinition,
  version: string,
  clusterFlags: ClusterFlags,
): string {
  const patch = servedPatch(definition, version, false);
  return patchDefinitionCommand(
    definition,
    patch,
    `set served: false for ${version}`,
    clusterFlags,
  );
}

/**
 * The command that patches a definition. For a change of the spec of a definition that a program applies: `change`, which is
 * the change in words, and the program's name.
 */
export function patchDefinitionCommand(
  { name, owner }: LiveDefinition,
  patch: GuardedPatch,
  change: string,
  { kubectl }: ClusterFlags,
): string {
  if (owner !== undefined && patch.subresource === "") {
    return `${change} in the manifest of ${owner.name} (${owner.evidence})`;
  }
  const subresource = patch.subresource === "" ? "" : ` --subresource=${patch.subresource}`;
  return `${kubectl} patch crd ${name}${subresource} --type=json -p ${quotedPatch(jsonPatchOf(patch))}`;
}

/**
 * Returns a command that sends each object a merge patch that changes nothing. The server then rewrites every object that is
 * stored at another version than the storage version (measured on 1.36 and 1.37). If an object was changed, or deleted and
 * created again, since the list, its patch fails with 409. If any patch fails, the command ends with 1. Up to 1.36, if the
 * webhook fails during the command, the server drops managedFields of the objects that it stores.
 */
export function migrateObjectsCommand(
  definition: LiveDefinition,
  { kubectl }: ClusterFlags,
): string {
  const { group, plural } = definition;
  const resource = `${plural}.${storageVersion(definition)}.${group}`;
  const fields = `{.metadata.name} {.metadata.uid} {.metadata.resourceVersion} {.metadata.namespace}{"\\n"}`;
  const patch = String.raw`{\"metadata\":{\"uid\":\"$uid\",\"resourceVersion\":\"$rv\"}}`;
  return [
    `(set -e; list=$(${kubectl} get ${resource} -A -o jsonpath='{range .items[*]}${fields}{end}')`,
    `printf '%s\\n' "$list" | (failed=0; while read -r name uid rv namespace; do test -n "$name" || continue`,
    `${kubectl} patch ${resource} "$name" -n "$namespace" --type=merge -p "${patch}" < /dev/null || failed=1`,
    `done; exit $failed))`,
  ].join("; ");
}

/** The command that sets storedVersions to the storage version alone. It fails if either has changed since. */
export function trimStoredVersionsCommand(
  definition: LiveDefinition,
  clusterFlags: ClusterFlags,
): string {
  const patch = storedVersionsPatch(definition, [storageVersion(definition)]);
  return patchDefinitionCommand(definition, patch, "trim storedVersions", clusterFlags);
}

/** {@link ClusterFlags}, and the version that the command writes in place of the one that is unserved or removed. */
interface VersionChangeFlags extends ClusterFlags {
  readonly to: string;
}

/**
 * The command that moves a client's managedFields entries to the version `to`. For a client that uses server-side apply: apply
 * the manifest again. For any other client: patch managedFields of the first example.
 */
export function managedFieldsCommand(
  definition: LiveDefinition,
  { manager, operation, examples }: VersionWriter,
  { kubectl, to }: VersionChangeFlags,
): string {
  const { group, plural } = definition;
  if (operation === "Apply") {
    return `apply the manifest at ${to}: ${kubectl} apply --server-side --field-manager=${shellWord(manager)} -f FILE`;
  }
  const example = { name: "NAME", namespace: undefined, entry: 0, resourceVersion: "" };
  const [{ name, namespace, entry, resourceVersion } = example] = examples;
  const at = `/metadata/managedFields/${entry}`;
  const patch = [
    // Fails with 409 if the object has changed since, because the entry may then have another index.
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
    { op: "test", path: `${at}/manager`, value: manager },
    { op: "replace", path: `${at}/apiVersion`, value: `${group}/${to}` },
  ];
  return `${kubectl} patch ${plural}.${to}.${group} ${shellWord(name)}${inNamespace(namespace)} --type=json -p ${quotedPatch(patch)}, and the same for the other objects; if a field has another name in ${to}, rename it in fieldsV1 too`;
}

/** The command that changes the version in an owner reference to `to`. */
export function ownerReferenceCommand(
  definition: LiveDefinition,
  { resource, name, namespace, index, ownerUid }: OwnedObject,
  { kubectl, to }: VersionChangeFlags,
): string {
  const at = `/metadata/ownerReferences/${index}`;
  const value = `${definition.group}/${to}`;
  const patch = [
    { op: "test", path: `${at}/uid`, value: ownerUid },
    { op: "replace", path: `${at}/apiVersion`, value },
  ];
  return `${kubectl} patch ${resource} ${shellWord(name)}${inNamespace(namespace)} --type=json -p ${quotedPatch(patch)}`;
}

/** The command that adds a version to `apiVersions` of an admission rule. */
export function admissionRuleCommand(
  { resource, name, pointer, versions }: AdmissionRule,
  version: string,
  { kubectl }: ClusterFlags,
): string {
  const patch = [
    { op: "test", path: pointer, value: versions },
    { op: "add", path: `${pointer}/-`, value: version },
  ];
  return `${kubectl} patch ${resource} ${shellWord(name)} --type=json -p ${quotedPatch(patch)}`;
}

function inNamespace(namespace: string | undefined): string {
  return namespace === undefined ? "" : ` -n ${shellWord(namespace)}`;
}

function quotedPatch(patch: JsonValue): string {
  return shellQuoted(stringify(patch));
}

/** A text as one word of a shell command, quoted only if needed. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+=-]+$/.test(text) ? text : shellQuoted(text);
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
