import type { ObjectKey } from "../../cluster/lookup.ts";
import { collectionPath, objectPath } from "../../cluster/object-path.ts";
import { mapsIn } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import type { ClusterWrite } from "../cluster-client.ts";
import type { LiveDefinition } from "../live-definition.ts";
import { objectNames } from "../named-versions.ts";

/** The field manager of the requests. It owns no fields, because the requests change nothing. */
const fieldManager = "customhouse";

/** The Accept header for a response with only the object's metadata. */
const metadataOnly =
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1, application/json";

/** The version to write at, and the server that gets the request. */
export interface RewriteRequestOptions {
  /** The API version of the request. The server validates the object at this version. */
  readonly version: string;
  /** The release of kube-apiserver, as `/version` names it: `v1.36.3`. */
  readonly kubeApiServer: string;
}

/**
 * A request that changes nothing: the server stores the object again if it is stored at another version than the storage
 * version. It fails with 409 if the object was changed, or deleted and created again, since `metadata` was read.
 *
 * From 1.37 on, and for an object without managedFields, it is a merge patch. Up to 1.36, for an object with managedFields, it
 * is a server-side apply of no fields: if the server can't convert to a version that managedFields name, it refuses an apply, but
 * carries out a merge patch and drops the managedFields. Measured on 1.36.3 and 1.37.1.
 */
export function rewriteRequest(
  definition: LiveDefinition,
  metadata: JsonObject,
  { version, kubeApiServer }: RewriteRequestOptions,
): ClusterWrite {
  const { group, kind } = definition;
  const { uid = null, resourceVersion = null } = metadata;
  const precondition = { metadata: { uid, resourceVersion } };
  const write = {
    method: "PATCH",
    path: `${objectPath(keyOfObject(definition, version, metadata))}?fieldManager=${fieldManager}`,
    accept: metadataOnly,
  } as const;
  return keepsManagedFields(kubeApiServer) || !hasManagedFields(metadata)
    ? { ...write, body: precondition, contentType: "application/merge-patch+json" }
    : {
        ...write,
        body: { apiVersion: `${group}/${version}`, kind, ...precondition },
        contentType: "application/apply-patch+yaml",
      };
}

/** The path of a list that contains only this object. Reading one object this way needs `list`, not `get`. */
export function singleObjectListPath(
  definition: LiveDefinition,
  version: string,
  metadata: JsonObject,
): string {
  const key = keyOfObject(definition, version, metadata);
  return `${collectionPath(key)}?fieldSelector=${encodeURIComponent(`metadata.name=${key.name}`)}`;
}

/** True if managedFields has an entry. */
export function hasManagedFields(metadata: JsonObject): boolean {
  return mapsIn(member(metadata, "managedFields")).length > 0;
}

/** True from 1.37 on: kube-apiserver keeps managedFields that it can't convert. False if the release can't be parsed. */
function keepsManagedFields(kubeApiServer: string): boolean {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(kubeApiServer) ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 37);
}

/** The key of an object at a version, from its metadata. */
export function keyOfObject(
  { group, plural: resource }: LiveDefinition,
  version: string,
  metadata: JsonObject,
): ObjectKey {
  return { group, version, resource, ...objectNames(metadata) };
}
