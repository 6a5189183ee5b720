import type { JsonObject } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { comparableForm, withoutStash } from "./round-trip-fault.ts";
import { bodyOf } from "./samples/object-body.ts";

/** The members of an object that an example determines: body, labels and annotations, without preserved values. */
export function comparedObject(object: JsonObject, group: string): JsonObject {
  const { labels, annotations } = metadataOf(comparableForm(withoutStash(object, group)));
  const compared = {
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
  };
  return { ...bodyOf(object), metadata: compared };
}
