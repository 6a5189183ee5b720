import type { Place } from "../../json/scan/pieces.ts";
import type { Reader } from "../../json/scan/reader.ts";
import { selectionOf } from "../../json/scan/selection.ts";
import { isObject, type JsonObject, type MutableJsonObject, member } from "../../json/value.ts";

/** A review that was read but for its objects. */
export interface ReviewText {
  /** The review with an empty list of objects. */
  readonly review: JsonObject;
  /** The list of objects. */
  readonly objects: Place;
}

const selection = selectionOf([
  { key: "apiVersion", action: "whole" },
  { key: "kind", action: "whole" },
  {
    key: "request",
    action: "part",
    members: [
      { key: "uid", action: "whole" },
      { key: "desiredAPIVersion", action: "whole" },
      { key: "objects", action: "place" },
    ],
  },
]);

/** Reads a review's head from a scanned text; undefined where it is unlike the server's, or has no objects. */
export function readReviewText(reader: Reader): ReviewText | undefined {
  const selected = selection && reader.isMapText() ? reader.select(0, selection) : undefined;
  if (selected === undefined || selected === "other" || selected.place === undefined) {
    return undefined;
  }
  const { map, place } = selected;
  const request = member(map, "request");
  if (!isObject(request) || place.opening === 0 || !reader.isList(place.start)) return undefined;
  const head = only(map, ["apiVersion", "kind"]);
  head["request"] = { ...only(request, ["uid", "desiredAPIVersion"]), objects: [] };
  return { review: head, objects: place };
}

/** Without what stays in the text. */
function only(map: JsonObject, keys: readonly string[]): MutableJsonObject {
  const members: MutableJsonObject = {};
  for (const key of keys) {
    const value = member(map, key);
    if (value !== undefined) members[key] = value;
  }
  return members;
}
