import { isArray, isObject, type JsonValue, member } from "../../../json/value.ts";
import type { Recording } from "../../../service/recording/recording.ts";
import type { Difference } from "../../../verify/values/differences.ts";

/** A recording that was sent again, with where the answer now differs. */
export interface Replayed {
  readonly file: string;
  readonly cluster: string | undefined;
  readonly verb: string;
  /** What was asked: `CronTab stable.example.com/v1beta1 to v1`, or `Pizza <group>/<version> CREATE`. */
  readonly subject: string;
  readonly differences: readonly Difference[];
}

/** Says what a recorded review asked for: the first object's type, and what was to become of it. */
export function subjectOf({ verb, review }: Recording): string {
  const request = mapAt(review, "request");
  if (verb === "convert") {
    const objects = member(request, "objects");
    const first = isArray(objects) && isObject(objects[0]) ? objects[0] : {};
    const target = textAt(request, "desiredAPIVersion").split("/").at(-1) ?? "";
    return `${textAt(first, "kind")} ${textAt(first, "apiVersion")} to ${target}`;
  }
  const kind = mapAt(request, "kind");
  const type = `${textAt(kind, "kind")} ${textAt(kind, "group")}/${textAt(kind, "version")}`;
  return `${type} ${textAt(request, "operation")}`;
}

function mapAt(value: JsonValue, key: string): { readonly [key: string]: JsonValue } {
  const held = isObject(value) ? member(value, key) : undefined;
  return isObject(held) ? held : {};
}

function textAt(value: JsonValue, key: string): string {
  return String((isObject(value) && member(value, key)) || "");
}
