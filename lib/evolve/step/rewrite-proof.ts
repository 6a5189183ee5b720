import { metadataOf } from "../../protocol/object-metadata.ts";
import type { ClusterWrite } from "../cluster-client.ts";
import { metadataPages } from "../cluster-reader.ts";
import { objectsPath, readableVersion, storageVersion } from "../live-definition.ts";
import { droppedFaults, preflightFaultText } from "../preflight.ts";
import { provesRewritten, verifyRewritten } from "../rewrite/rewrite-objects.ts";
import { rewriteRequest } from "../rewrite/rewrite-request.ts";
import { rewriteFaults } from "./rewrite-text.ts";
import type { StepContext } from "./step-context.ts";

/**
 * Sends a request that changes nothing for each object, and returns messages if one was still stored at another version than
 * the storage version. The requests rewrite such objects, so that the step succeeds if it is run again. None is sent if a
 * rewrite would drop fields.
 */
export async function rewriteProofFaults(context: StepContext): Promise<readonly string[]> {
  const { client, crd, definition, kubeApiServer, wait, signal, onRewritten } = context;
  const dropped = droppedFaults(crd, definition, storageVersion(definition));
  if (dropped.length > 0) return dropped.map(preflightFaultText);
  const report = await verifyRewritten(client, definition, {
    kubeApiServer,
    wait,
    signal,
    onProgress: onRewritten,
  });
  if (provesRewritten(report)) return [];
  const { rewritten } = report;
  const late =
    rewritten === 0
      ? []
      : [
          `${rewritten} of ${report.objects} objects were still stored at another version; they are rewritten now: run the step again`,
        ];
  return [...late, ...rewriteFaults(report)];
}

/** The requests that {@link rewriteProofFaults} sends. */
export async function rewriteRequests({
  client,
  definition,
  kubeApiServer,
}: StepContext): Promise<readonly ClusterWrite[]> {
  const form = { version: storageVersion(definition), kubeApiServer };
  const path = objectsPath(definition, readableVersion(definition) ?? form.version);
  const requests: ClusterWrite[] = [];
  for await (const page of metadataPages(client, path)) {
    requests.push(...page.map((object) => rewriteRequest(definition, metadataOf(object), form)));
  }
  return requests;
}
