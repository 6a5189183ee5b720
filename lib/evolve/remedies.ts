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

/** How the commands that fix something are written. */
export interface Remedies {
  /** `kubectl`, with the words that name the cluster. */
  readonly kubectl: string;
  /** The words with which `customhouse` finds the same cluster, behind a space; empty where it needs none. */
  readonly cluster: string;
}

/**
 * Returns the command that ends the serving of a version. If somebody else owns the definition, a text that says in whose
 * manifest to change it.
 */
export function unserveRemedy(
  definition: LiveDefinition,
  version: string,
  remedies: Remedies,
): string {
  const patch = servedPatch(definition, version, false);
  return definitionRemedy(definition, patch, `set served: false for ${version}`, remedies);
}

/** The command that patches a definition with a JSON Patch. If a program owns what is changed: `change` in words, and its owner. */
export function definitionRemedy(
  { name, owner }: LiveDefinition,
  patch: GuardedPatch,
  change: string,
  { kubectl }: Remedies,
): string {
  if (owner !== undefined && patch.subresource === "") {
    return `${change} in the manifest of ${owner.name} (${owner.evidence})`;
  }
  const subresource = patch.subresource === "" ? "" : ` --subresource=${patch.subresource}`;
  return `${kubectl} patch crd ${name}${subresource} --type=json -p ${quoted(jsonPatchOf(patch))}`;
}

/**
 * Returns the command that rewrites each object at the storage version, by a merge patch that changes nothing: measured on
 * 1.36 and 1.37, it rewrites every object that is stored at another version. An object that changed or was made anew
 * meanwhile is refused (409), and the command ends with 1, as for any other that fails. Up to 1.36 a server whose webhook
 * fails meanwhile drops managedFields of the objects that it stores.
 */
export function migrationRemedy(definition: LiveDefinition, { kubectl }: Remedies): string {
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

/** The command that removes all versions but the storage version from storedVersions; it fails if the definition changed. */
export function trimRemedy(definition: LiveDefinition, remedies: Remedies): string {
  const patch = storedVersionsPatch(definition, [storageVersion(definition)]);
  return definitionRemedy(definition, patch, "trim storedVersions", remedies);
}

/** {@link Remedies}, and the version to name instead of the one that ends. */
interface Renaming extends Remedies {
  readonly to: string;
}

/**
 * The command after which the fields that one client manages are managed at the version `to`: for a client that applies, to
 * apply again; for any other, to patch the first example's managedFields.
 */
export function entryRemedy(
  definition: LiveDefinition,
  { manager, operation, examples }: VersionWriter,
  { kubectl, to }: Renaming,
): string {
  const { group, plural } = definition;
  if (operation === "Apply") {
    return `apply the manifest at ${to}: ${kubectl} apply --server-side --field-manager=${shellWord(manager)} -f FILE`;
  }
  const example = { name: "NAME", namespace: undefined, entry: 0, resourceVersion: "" };
  const [{ name, namespace, entry, resourceVersion } = example] = examples;
  const at = `/metadata/managedFields/${entry}`;
  const patch = [
    // An object that has changed since is refused with 409: its entries may be others.
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
    { op: "test", path: `${at}/manager`, value: manager },
    { op: "replace", path: `${at}/apiVersion`, value: `${group}/${to}` },
  ];
  return `${kubectl} patch ${plural}.${to}.${group} ${shellWord(name)}${inNamespace(namespace)} --type=json -p ${quoted(patch)}, and likewise for the others; a field that ${to} names otherwise must be renamed in fieldsV1 as well`;
}

/** The command that makes an owner reference name the version `to`. */
export function referenceRemedy(
  definition: LiveDefinition,
  { resource, name, namespace, index, ownerUid }: OwnedObject,
  { kubectl, to }: Renaming,
): string {
  const at = `/metadata/ownerReferences/${index}`;
  const value = `${definition.group}/${to}`;
  const patch = [
    { op: "test", path: `${at}/uid`, value: ownerUid },
    { op: "replace", path: `${at}/apiVersion`, value },
  ];
  return `${kubectl} patch ${resource} ${shellWord(name)}${inNamespace(namespace)} --type=json -p ${quoted(patch)}`;
}

/** The command that adds a version to the ones that an admission rule names. */
export function ruleRemedy(
  { resource, name, pointer, versions }: AdmissionRule,
  version: string,
  { kubectl }: Remedies,
): string {
  const patch = [
    { op: "test", path: pointer, value: versions },
    { op: "add", path: `${pointer}/-`, value: version },
  ];
  return `${kubectl} patch ${resource} ${shellWord(name)} --type=json -p ${quoted(patch)}`;
}

function inNamespace(namespace: string | undefined): string {
  return namespace === undefined ? "" : ` -n ${shellWord(namespace)}`;
}

function quoted(patch: JsonValue): string {
  return shellQuoted(stringify(patch));
}

/** A word of a shell's command: quoted only where it must be. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+=-]+$/.test(text) ? text : shellQuoted(text);
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
