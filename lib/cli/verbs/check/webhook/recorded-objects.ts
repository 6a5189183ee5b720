import { listAt, mapAt } from "../../../../json/members.ts";
import { isObject, type JsonObject, member } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import { recordingFiles, recordingIn } from "../../replay/recordings.ts";

/**
 * The most distinct objects that are returned: objects are generated from each of them. The number is a choice: twice the
 * default of `--runs`, and each object is sent in several reviews.
 */
const maxObjects = 200;

/**
 * The objects in the reviews of recordings, redacted as they were recorded: the first 200 that fit, and of those that differ only
 * in metadata the last. Throws UsageError for a folder without recordings, and for a file that is not a recording.
 */
export function recordedObjects(
  folder: string,
  fits: (object: JsonObject) => boolean,
): readonly JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const file of recordingFiles(folder)) {
    for (const object of objectsOfReview(recordingIn(file).review)) {
      if (found.size === maxObjects) return [...found.values()];
      const { metadata: _, ...rest } = object;
      if (fits(object)) found.set(stringify(rest), object);
    }
  }
  return [...found.values()];
}

/** The objects of a ConversionReview, or the object of an AdmissionReview. */
function objectsOfReview(review: JsonObject): readonly JsonObject[] {
  const request = mapAt(review, "request");
  return [...listAt(request, "objects"), member(request, "object")].filter(isObject);
}
