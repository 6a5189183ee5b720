import { sortVersions } from "../crd/version-order.ts";
import { mapAt, mapsIn, textsIn } from "../json/members.ts";
import { type JsonObject, member } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { type DefinitionOwner, ownerOf } from "./definition-owner.ts";

/** A CustomResourceDefinition as a cluster has it, without its schemas. */
export interface LiveDefinition {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly versions: readonly LiveVersion[];
  /** `status.storedVersions`: a claim that the server does not verify. */
  readonly storedVersions: readonly string[];
  readonly conversion: "None" | "Webhook";
  /** The last migration by a StorageVersionMigration, as the definition's conditions have it. */
  readonly migration?: LiveMigration;
  /** Absent where nothing says that a program applies it. */
  readonly owner?: DefinitionOwner;
}

/** What a StorageVersionMigration left in the definition. */
export interface LiveMigration {
  readonly state: "running" | "succeeded" | "failed";
  /** The index of its condition in `status.conditions`. */
  readonly condition: number;
}

/** A version of `spec.versions`. */
export interface LiveVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
}

/** Reads a CustomResourceDefinition of apiextensions.k8s.io/v1 from the server. */
export function liveDefinition(crd: JsonObject): LiveDefinition {
  const spec = mapAt(crd, "spec");
  const names = mapAt(spec, "names");
  const { name, uid, generation } = metadataOf(crd);
  const migration = migrationIn(mapAt(crd, "status"));
  const owner = ownerOf(crd);
  return {
    name: String(name),
    uid: String(uid),
    generation: Number(generation),
    group: String(member(spec, "group")),
    kind: String(member(names, "kind")),
    plural: String(member(names, "plural")),
    versions: mapsIn(member(spec, "versions")).map((version) => ({
      name: String(member(version, "name")),
      served: member(version, "served") === true,
      storage: member(version, "storage") === true,
      deprecated: member(version, "deprecated") === true,
    })),
    storedVersions: textsIn(member(mapAt(crd, "status"), "storedVersions")),
    conversion: member(mapAt(spec, "conversion"), "strategy") === "Webhook" ? "Webhook" : "None",
    ...(migration !== undefined && { migration }),
    ...(owner !== undefined && { owner }),
  };
}

/** The version in which objects are stored now. The server allows no definition without one. */
export function storageVersion({ versions }: LiveDefinition): string {
  return versions.find(({ storage }) => storage)?.name ?? "";
}

/** The JSON pointer of a version that is in the definition's list. */
export function versionPointer(versions: readonly LiveVersion[], version: string): string {
  return `/spec/versions/${versions.findIndex(({ name }) => name === version)}`;
}

/** A served version to read in, the storage version if possible; undefined where none is served. */
export function readableVersion({ versions }: LiveDefinition): string | undefined {
  const served = versions.filter((version) => version.served);
  return (served.find(({ storage }) => storage) ?? served[0])?.name;
}

/**
 * The served version that clients should use instead of `version`: the first other one in Kubernetes' order of versions.
 * Undefined if no other version is served.
 */
export function successorOf({ versions }: LiveDefinition, version: string): string | undefined {
  const others = versions.filter(({ name, served }) => served && name !== version);
  return sortVersions(others.map(({ name }) => name))[0];
}

/** The path of all definitions of a cluster. */
export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The path of one definition. */
export function definitionPath(name: string): string {
  return `${definitionsPath}/${encodeURIComponent(name)}`;
}

/** The path of all objects of a version, in all namespaces. */
export function objectsPath({ group, plural }: LiveDefinition, version: string): string {
  return `/apis/${group}/${version}/${plural}`;
}

/**
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.3/pkg/apis/apiextensions/v1/types.go,
 * StorageMigrating.
 */
function migrationIn(status: JsonObject): LiveMigration | undefined {
  const conditions = mapsIn(member(status, "conditions"));
  const condition = conditions.findIndex((each) => member(each, "type") === "StorageMigrating");
  const found = conditions[condition];
  const state = found === undefined ? undefined : migrationStates[String(member(found, "reason"))];
  return state && { state, condition };
}

/** By the condition's reason. */
const migrationStates: Readonly<Record<string, LiveMigration["state"]>> = {
  MigrationFailed: "failed",
  MigrationSucceeded: "succeeded",
  MigrationRunning: "running",
};
