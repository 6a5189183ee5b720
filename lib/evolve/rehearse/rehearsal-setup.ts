import { mapAt, mapsIn } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import type { ClusterClient, ClusterWrite } from "../cluster-client.ts";
import { bodyAt, replyText } from "../cluster-reader.ts";
import { storagePatch, storedVersionsPatch } from "../definition-patch.ts";
import {
  definitionPath,
  definitionsPath,
  liveDefinition,
  storageVersion,
} from "../live-definition.ts";
import { definitionRequest } from "../step/definition-request.ts";
import type { StepContext } from "../step/step-context.ts";
import { waitForDefinitionChange } from "../step/wait-for-definition-change.ts";
import { type CopyResult, copyObjects } from "./copies.ts";

/** The annotation without which the API server refuses a definition in a group of Kubernetes itself. */
const approval = "api-approved.kubernetes.io";

/** The control plane that a rehearsal prepares. */
type RehearsalControlPlane = Pick<StepContext, "client" | "wait" | "signal">;

/** The error if a control plane can't be prepared for a rehearsal. */
export class RehearsalSetupError extends Error {
  override readonly name = "RehearsalSetupError";
}

/**
 * Creates a definition with the storedVersions of `crd`, and copies of objects, which are stored at the oldest of these versions,
 * as a cluster's oldest objects are. Errors: {@link RehearsalSetupError} if the definition can't be created or changed; ReadError.
 */
export async function setUpRehearsal(
  controlPlane: RehearsalControlPlane,
  crd: JsonObject,
  objects: readonly JsonObject[],
): Promise<CopyResult & { readonly crd: JsonObject }> {
  const { client } = controlPlane;
  const { name, storedVersions, versions } = liveDefinition(crd);
  const storage = storageVersion(liveDefinition(crd));
  const listed = storedVersions.filter((version) => versions.some((each) => each.name === version));
  const oldest = listed[0] ?? storage;
  const body = copiedDefinition(crd, oldest);
  await sendOrThrow(client, { method: "POST", path: definitionsPath, body });
  await waitUntilInForce(controlPlane, name, oldest);
  const copies = await copyObjects(client, await bodyAt(client, definitionPath(name)), objects);
  if (oldest !== storage) {
    const now = liveDefinition(await bodyAt(client, definitionPath(name)));
    await sendOrThrow(client, definitionRequest(now, storagePatch(now, storage), false));
    await waitUntilInForce(controlPlane, name, storage);
  }
  const now = liveDefinition(await bodyAt(client, definitionPath(name)));
  await sendOrThrow(
    client,
    definitionRequest(now, storedVersionsPatch(now, storedVersions), false),
  );
  return { ...copies, crd: await bodyAt(client, definitionPath(name)) };
}

/** A definition without the metadata and status of its cluster, and with the given storage version. */
function copiedDefinition(crd: JsonObject, storage: string): JsonObject {
  const { name = null } = metadataOf(crd);
  const approved = member(mapAt(metadataOf(crd), "annotations"), approval);
  const spec = mapAt(crd, "spec");
  const versions = mapsIn(member(spec, "versions")).map((version) => ({
    ...version,
    storage: member(version, "name") === storage,
  }));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name, ...(approved !== undefined && { annotations: { [approval]: approved } }) },
    spec: { ...spec, versions },
  };
}

async function waitUntilInForce(
  controlPlane: RehearsalControlPlane,
  name: string,
  storage: string,
): Promise<void> {
  const faults = await waitForDefinitionChange({ ...controlPlane, definition: { name } }, storage);
  if (faults.length > 0) throw new RehearsalSetupError(faults.join("; "));
}

async function sendOrThrow(client: ClusterClient, write: ClusterWrite): Promise<void> {
  const reply = await client.send(write);
  if (reply.status === 200 || reply.status === 201) return;
  throw new RehearsalSetupError(
    `${write.method} ${write.path.replace(/\?.*/, "")}: ${replyText(reply)}`,
  );
}
