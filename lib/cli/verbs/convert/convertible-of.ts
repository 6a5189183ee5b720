import type { ConverterInput } from "../../../converter/converter.ts";
import { mapAt, optionalTextAt, textMembers } from "../../../json/members.ts";
import type { JsonObject } from "../../../json/value.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import { bodyOf } from "../../../verify/samples/object-body.ts";

/** The input of a converter for an object. Labels and annotations that are not strings are left out. */
export function convertibleOf(object: JsonObject): ConverterInput {
  const metadata = metadataOf(object);
  return {
    body: bodyOf(object),
    labels: textMembers(mapAt(metadata, "labels")),
    annotations: textMembers(mapAt(metadata, "annotations")),
    name: optionalTextAt(metadata, "name"),
    namespace: optionalTextAt(metadata, "namespace"),
  };
}
