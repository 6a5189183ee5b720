import type { ConverterInput } from "../../../converter/converter.ts";
import { mapAt, optionalTextAt, textMembers } from "../../../json/members.ts";
import type { JsonObject } from "../../../json/value.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";

/** The input of a converter for an object. Labels and annotations that are not strings are left out. */
export function convertibleOf(object: JsonObject): ConverterInput {
  const { apiVersion: _, kind: __, metadata: ___, ...body } = object;
  const metadata = metadataOf(object);
  return {
    body,
    labels: textMembers(mapAt(metadata, "labels")),
    annotations: textMembers(mapAt(metadata, "annotations")),
    name: optionalTextAt(metadata, "name"),
    namespace: optionalTextAt(metadata, "namespace"),
  };
}
