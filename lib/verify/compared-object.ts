import { isObject, type JsonObject, member } from "../json/value.ts";
import { comparableForm, withoutStash } from "./return.ts";
import { bodyOf } from "./samples/object-body.ts";

/** The members of an object that an example determines: body, labels and annotations, without preserved values. */
export function comparedObject(object: JsonObject, group: string): JsonObject {
  const metadata = member(comparableForm(withoutStash(object, group)), "metadata");
  const { labels, annotations } = isObject(metadata) ? metadata : {};
  const compared = {
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
  };
  return { ...bodyOf(object), metadata: compared };
}
