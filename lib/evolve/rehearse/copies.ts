import { type JsonObject, member } from "../../json/value.ts";
import { versionOfObject } from "../../protocol/gvk.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { hasStatusSubresource } from "../backup/backup-objects.ts";
import type { ClusterClient } from "../cluster-client.ts";
import { type ClusterReply, pagesOf, replyText } from "../cluster-reader.ts";
import { type LiveDefinition, liveDefinition, objectsPath } from "../live-definition.ts";
import { type ObjectNames, objectLabel, objectNames } from "../named-versions.ts";
import { copyRequest } from "./copied-object.ts";

/** The result of copying objects. */
export interface CopyResult {
  readonly copied: readonly ObjectNames[];
  /** A line for each object that the API server refuses, with the reason. */
  readonly refused: readonly string[];
}

/**
 * At least `count` objects: if there are fewer, the first one is repeated under other names; without any, none. With an object
 * for each version, writers at different versions do not conflict with each other.
 */
export function enoughObjects(
  objects: readonly JsonObject[],
  count: number,
): readonly JsonObject[] {
  const [first] = objects;
  if (first === undefined) return objects;
  const metadata = metadataOf(first);
  const more = Array.from({ length: Math.max(0, count - objects.length) }, (_, index) => ({
    ...first,
    metadata: { ...metadata, name: `${objectNames(metadata).name}-copy-${index + 2}` },
  }));
  return [...objects, ...more];
}

/**
 * Creates a copy of each object, at the version of its apiVersion, in a control plane that has the definition. One field manager
 * owns the copies' fields at that version, so that the plan has managedFields to convert.
 */
export async function copyObjects(
  client: ClusterClient,
  crd: JsonObject,
  objects: readonly JsonObject[],
): Promise<CopyResult> {
  const copied: ObjectNames[] = [];
  const refused: string[] = [];
  const namespaces = new Set<string>();
  for (const object of objects) {
    const metadata = metadataOf(object);
    const { namespace } = objectNames(metadata);
    if (namespace !== undefined && !namespaces.has(namespace)) {
      namespaces.add(namespace);
      await createNamespace(client, namespace);
    }
    const reply = await copyObject(client, crd, versionOfObject(object), object);
    if (isDone(reply)) copied.push(objectNames(metadata));
    else refused.push(`${objectLabel(metadata)}: ${replyText(reply)}`);
  }
  return { copied, refused };
}

/**
 * Applies all copies at another version, so that their field manager owns the fields at that version: a client that moves to a
 * version does the same. Returns a line for each copy that the API server refuses.
 */
export async function moveCopies(
  client: ClusterClient,
  crd: JsonObject,
  version: string,
): Promise<readonly string[]> {
  const refused: string[] = [];
  for await (const page of pagesOf(client, objectsPath(liveDefinition(crd), version))) {
    for (const object of page) {
      const reply = await copyObject(client, crd, version, object);
      if (!isDone(reply)) {
        refused.push(
          `${objectLabel(metadataOf(object))} can't be applied at ${version}: ${replyText(reply)}`,
        );
      }
    }
  }
  return refused;
}

async function copyObject(
  client: ClusterClient,
  crd: JsonObject,
  version: string,
  object: JsonObject,
): Promise<ClusterReply> {
  const definition: LiveDefinition = liveDefinition(crd);
  const reply = await client.send(copyRequest(definition, version, object, ""));
  const hasStatus = member(object, "status") !== undefined && hasStatusSubresource(crd, version);
  return isDone(reply) && hasStatus
    ? client.send(copyRequest(definition, version, object, "status"))
    : reply;
}

function isDone({ status }: ClusterReply): boolean {
  return status === 200 || status === 201;
}

async function createNamespace(client: ClusterClient, name: string): Promise<void> {
  // It does not matter if the namespace exists already. If it can't be created, the API server refuses the copy and names the
  // reason.
  await client.send({
    method: "POST",
    path: "/api/v1/namespaces",
    body: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
  });
}
