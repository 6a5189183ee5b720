import { sortVersions } from "../crd/version-order.ts";
import { mapAt, mapsIn, textsIn } from "../json/members.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { type DefinitionOwner, ownerOf } from "./definition-owner.ts";

/** A CustomResourceDefinition as read from a cluster, without its schemas. */
export interface LiveDefinition {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly versions: readonly LiveVersion[];
  /**
   * `status.storedVersions`. A client with access to the definition's status can write this list: the server does not compare it
   * with the stored objects.
   */
  readonly storedVersions: readonly string[];
  readonly conversion: "None" | "Webhook";
  /** The last migration by a StorageVersionMigration, from the definition's conditions. */
  readonly migration?: LiveMigration;
  /** The program that applies the definition; absent if none is known. */
  readonly owner?: DefinitionOwner;
}

/** The condition that a StorageVersionMigration has set on the definition. */
export interface LiveMigration {
  readonly state: "running" | "succeeded" | "failed";
  /** The index of the condition in `status.conditions`. */
  readonly condition: number;
}

/** An item of `spec.versions`. */
export interface LiveVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
}

/** The {@link LiveDefinition} of a CustomResourceDefinition (apiextensions.k8s.io/v1) as the server returns it. */
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

/** The storage version. The server does not allow a definition without one. */
export function storageVersion({ versions }: LiveDefinition): string {
  return versions.find(({ storage }) => storage)?.name ?? "";
}

/** The `openAPIV3Schema` of a version of a CustomResourceDefinition; undefined if it has no such version, or no schema. */
export function openApiSchemaAt(crd: JsonObject, version: string): JsonObject | undefined {
  const found = mapsIn(member(mapAt(crd, "spec"), "versions")).find(
    (each) => member(each, "name") === version,
  );
  const schema = found && member(mapAt(found, "schema"), "openAPIV3Schema");
  return schema !== undefined && isObject(schema) ? schema : undefined;
}

/** The JSON pointer of a version in `spec.versions`. The list must contain the version. */
export function versionPointer(versions: readonly LiveVersion[], version: string): string {
  return `/spec/versions/${versions.findIndex(({ name }) => name === version)}`;
}

/**
 * True if objects may be stored at a version: it is the storage version or one in storedVersions, or a StorageVersionMigration
 * failed, because that may have trimmed the list.
 */
export function mayBeStoredAt(definition: LiveDefinition, version: string): boolean {
  return (
    storageVersion(definition) === version ||
    definition.storedVersions.includes(version) ||
    definition.migration?.state === "failed"
  );
}

/** A served version, the storage version if possible; undefined if no version is served. */
export function readableVersion({ versions }: LiveDefinition): string | undefined {
  const served = versions.filter((version) => version.served);
  return (served.find(({ storage }) => storage) ?? served[0])?.name;
}

/**
 * The served version that clients should use instead of `version`: the first other served one in Kubernetes' version order.
 * Undefined if no other version is served.
 */
export function successorOf({ versions }: LiveDefinition, version: string): string | undefined {
  const others = versions.filter(({ name, served }) => served && name !== version);
  return sortVersions(others.map(({ name }) => name))[0];
}

/** The API path of all definitions. */
export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The API path of one definition. */
export function definitionPath(name: string): string {
  return `${definitionsPath}/${encodeURIComponent(name)}`;
}

/** The API path of all objects at a version, in all namespaces. */
export function objectsPath({ group, plural }: LiveDefinition, version: string): string {
  return `/apis/${group}/${version}/${plural}`;
}

/**
 * The migration that a definition's conditions show; undefined if none.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types.go,
 * StorageMigrating.
 */
function migrationIn(status: JsonObject): LiveMigration | undefined {
  const conditions = mapsIn(member(status, "conditions"));
  const condition = conditions.findIndex((each) => member(each, "type") === "StorageMigrating");
  const found = conditions[condition];
  const state = found === undefined ? undefined : migrationStates[String(member(found, "reason"))];
  return state && { state, condition };
}

/** The state of a migration by the condition's reason. */
const migrationStates: Readonly<Record<string, LiveMigration["state"]>> = {
  MigrationFailed: "failed",
  MigrationSucceeded: "succeeded",
  MigrationRunning: "running",
};
