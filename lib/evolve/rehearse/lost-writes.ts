import { objectPath } from "../../cluster/object-path.ts";
import { mapAt } from "../../json/members.ts";
import { member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { type ClusterReader, replyText } from "../cluster-reader.ts";
import { type LiveDefinition, readableVersion } from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";
import { keyOfObject } from "../rewrite/rewrite-request.ts";
import type { AnnotationWrite } from "./rehearsal-clients.ts";

/**
 * A line for each lost write: the object can't be read, or its annotation has a lower number than the last successful write.
 * Empty if no version of the definition can be read.
 */
export async function lostWrites(
  reader: ClusterReader,
  definition: LiveDefinition,
  written: readonly AnnotationWrite[],
): Promise<readonly string[]> {
  const version = readableVersion(definition);
  if (version === undefined) return [];
  const lost: string[] = [];
  for (const { object, annotation, count } of written) {
    const label = objectLabel({ ...object });
    const reply = await reader.get(objectPath(keyOfObject(definition, version, { ...object })));
    if (reply.status !== 200) {
      lost.push(`${label} can't be read at ${version}: ${replyText(reply)}`);
      continue;
    }
    const annotations = mapAt(metadataOf(reply.body), "annotations");
    const found = Number(member(annotations, annotation) ?? 0);
    if (found < count) lost.push(`${label}: ${annotation} is ${found}, and ${count} was written`);
  }
  return lost;
}
