import { objectPath } from "../../cluster/object-path.ts";
import { mapAt } from "../../json/members.ts";
import type { JsonObject } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import type { ClusterWrite } from "../cluster-client.ts";
import type { LiveDefinition } from "../live-definition.ts";
import { keyOfObject } from "../rewrite/rewrite-request.ts";

/** The prefix of the annotations that a rehearsal writes. */
export const annotationPrefix = "rehearsal.customhouse/";

/** The field manager that owns the fields of all copies. */
const fieldManager = "rehearsal";

/**
 * The server-side apply that gives a copy the fields of an object at a version, with {@link fieldManager} as their owner at that
 * version. Applied at another version later, it makes the field manager own them at that version. `subresource`: `status` to
 * write the status.
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
 * The name, namespace, labels and annotations of a copy: all other metadata belongs to the object's cluster. A copy always has an
 * annotation. Otherwise the writer that adds the first one would own the map of annotations, and that writer's version would stay
 * in managedFields.
 */
function metadataOfCopy(metadata: JsonObject): JsonObject {
  const { name = null, namespace, labels } = metadata;
  const annotations = Object.entries(mapAt(metadata, "annotations")).filter(
    ([key]) => !key.startsWith(annotationPrefix),
  );
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels }),
    annotations: { ...Object.fromEntries(annotations), [`${annotationPrefix}copy`]: "true" },
  };
}
