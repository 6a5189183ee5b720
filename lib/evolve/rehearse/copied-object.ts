import { objectPath } from "../../cluster/object-path.ts";
import { mapAt } from "../../json/members.ts";
import type { JsonObject } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import type { ClusterWrite } from "../cluster-client.ts";
import type { LiveDefinition } from "../live-definition.ts";
import { keyOfObject } from "../rewrite/rewrite-request.ts";

/** What the annotations begin with that the clients of a rehearsal write. */
export const annotationStart = "rehearsal.customhouse/";

/** The field manager of everything that is copied. */
const fieldManager = "rehearsal";

/**
 * The request that gives a copy the fields of an object at its version, and one client as their owner at that version. Sent
 * again at another version, it makes that client own them there. `subresource` is `status` for the status.
 */
export function copyRequest(
  definition: LiveDefinition,
  version: string,
  object: JsonObject,
  subresource: "" | "status",
): ClusterWrite {
  const { group, kind } = definition;
  const { apiVersion: _, kind: __, metadata: ___, status, ...fields } = object;
  const metadata = metadataOf(object);
  const { name = null, namespace } = metadata;
  const names = { name, ...(namespace !== undefined && { namespace }) };
  const key = keyOfObject(definition, version, metadata);
  const below = subresource === "" ? "" : `/${subresource}`;
  return {
    method: "PATCH",
    path: `${objectPath(key)}${below}?fieldManager=${fieldManager}&force=true`,
    contentType: "application/apply-patch+yaml",
    body: {
      apiVersion: `${group}/${version}`,
      kind,
      ...(subresource === "" && { metadata: metadataOfCopy(metadata), ...fields }),
      ...(subresource === "status" && { metadata: names, status: status ?? {} }),
      ...(subresource === "" && status !== undefined && { status }),
    },
  };
}

/**
 * Names, labels and annotations: what else an object has belongs to its cluster. A copy has an annotation at least, so that no writer
 * of one owns the map of annotations, which would name its version in managedFields for ever.
 */
function metadataOfCopy(metadata: JsonObject): JsonObject {
  const { name = null, namespace, labels } = metadata;
  const annotations = Object.entries(mapAt(metadata, "annotations")).filter(
    ([key]) => !key.startsWith(annotationStart),
  );
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels }),
    annotations: { ...Object.fromEntries(annotations), [`${annotationStart}copy`]: "true" },
  };
}
