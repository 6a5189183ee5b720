import { mapAt, textAt } from "../../../json/members.ts";
import { isArray, isObject, member } from "../../../json/value.ts";
import type { Recording } from "../../../service/recording/recording.ts";
import type { Difference } from "../../../verify/values/differences.ts";

/** A recording to whose review the service now responds differently. */
export interface ChangedResponse {
  readonly file: string;
  readonly cluster: string | undefined;
  readonly verb: string;
  /** What the review is about: `CronTab stable.example.com/v1beta1 to v1`, or `Pizza <group>/<version> CREATE`. */
  readonly subject: string;
  readonly differences: readonly Difference[];
}

/** What a recorded review is about: the type of its (first) object, with the target version or the operation. */
export function reviewSubject({ verb, review }: Recording): string {
  const request = mapAt(review, "request");
  if (verb === "convert") {
    const objects = member(request, "objects");
    const first = isArray(objects) && isObject(objects[0]) ? objects[0] : {};
    const target = textAt(request, "desiredAPIVersion").replace(/^.*\//s, "");
    return `${textAt(first, "kind")} ${textAt(first, "apiVersion")} to ${target}`;
  }
  const kind = mapAt(request, "kind");
  const type = `${textAt(kind, "kind")} ${textAt(kind, "group")}/${textAt(kind, "version")}`;
  return `${type} ${textAt(request, "operation")}`;
}
