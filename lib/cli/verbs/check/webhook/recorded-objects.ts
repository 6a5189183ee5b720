import { mapAt } from "../../../../json/members.ts";
import { isArray, isObject, type JsonObject, member } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import { recordingFiles, recordingIn } from "../../replay/recordings.ts";

/** Distinct objects that are taken: each becomes a start of generated ones. */
const maxObjects = 200;

/**
 * The objects in the reviews of recordings, as they were redacted, each spec once; the first 200 that fit. Throws UsageError
 * for a folder without recordings, and for a file that is not one.
 */
export function recordedObjects(
  folder: string,
  fits: (object: JsonObject) => boolean,
): readonly JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const file of recordingFiles(folder)) {
    for (const object of objectsIn(recordingIn(file).review)) {
      if (found.size === maxObjects) return [...found.values()];
      const { metadata: _, ...rest } = object;
      if (fits(object)) found.set(stringify(rest), object);
    }
  }
  return [...found.values()];
}

/** The objects of a ConversionReview, or the object of an AdmissionReview. */
function objectsIn(review: JsonObject): readonly JsonObject[] {
  const request = mapAt(review, "request");
  const objects = member(request, "objects");
  return [...(isArray(objects) ? objects : []), member(request, "object")].filter(isObject);
}
