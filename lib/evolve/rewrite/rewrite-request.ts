import type { ObjectKey } from "../../cluster/lookup.ts";
import { collectionPath, objectPath } from "../../cluster/object-path.ts";
import { mapsIn } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import type { ClusterWrite } from "../cluster-client.ts";
import type { LiveDefinition } from "../live-definition.ts";
import { objectNames } from "../named-versions.ts";

/** The field manager of rewrites. It owns nothing, as they change nothing. */
const fieldManager = "customhouse";

/** The metadata of one object, as a response. */
const metadataOnly =
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1, application/json";

/** How one release rewrites an object. */
export interface RewriteForm {
  /** The version of the request, by which the server also validates. */
  readonly version: string;
  /** The release of kube-apiserver, as `/version` names it: `v1.36.3`. */
  readonly kubeApiServer: string;
}

/**
 * The request that changes nothing, so that the server stores the object anew if it is stored at another version. It fails
 * with 409 if the object has changed since `metadata` was read, or was made anew.
 *
 * Up to 1.36 it is a server-side apply of no fields: the only request that the server refuses where it would otherwise drop
 * managedFields, because they name a version to which it can't convert. Later releases keep them, and there a merge patch
 * also rewrites objects that an apply is refused for. Without managedFields an apply would add an entry: a merge patch
 * doesn't. Measured on 1.36.3 and 1.37.1.
 */
export function rewriteRequest(
  definition: LiveDefinition,
  metadata: JsonObject,
  { version, kubeApiServer }: RewriteForm,
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

/** The path of a list that has one object at most. It needs no other verb than the list of all objects. */
export function singleObjectListPath(
  definition: LiveDefinition,
  version: string,
  metadata: JsonObject,
): string {
  const key = keyOfObject(definition, version, metadata);
  return `${collectionPath(key)}?fieldSelector=${encodeURIComponent(`metadata.name=${key.name}`)}`;
}

/** True where some client owns fields of the object. */
export function hasManagedFields(metadata: JsonObject): boolean {
  return mapsIn(member(metadata, "managedFields")).length > 0;
}

/** Since 1.37, kube-apiserver keeps managedFields that it can't convert. A release that can't be parsed counts as older. */
function keepsManagedFields(kubeApiServer: string): boolean {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(kubeApiServer) ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 37);
}

/** Names an object at a version, by its metadata. */
export function keyOfObject(
  { group, plural: resource }: LiveDefinition,
  version: string,
  metadata: JsonObject,
): ObjectKey {
  return { group, version, resource, ...objectNames(metadata) };
}
