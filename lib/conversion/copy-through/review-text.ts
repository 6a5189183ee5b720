import type { Place } from "../../json/scan/pieces.ts";
import type { Reader } from "../../json/scan/reader.ts";
import { selectionOf } from "../../json/scan/selection.ts";
import { isObject, type JsonObject, type MutableJsonObject, member } from "../../json/value.ts";
import { readConversionRequest } from "../../protocol/conversion-review.ts";
import { type Review, readReview } from "../../protocol/review.ts";

/** A review that was read but for its objects. */
export interface ReviewText {
  /** With an empty list of objects. */
  readonly review: Review;
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

/**
 * Reads a review's head from a scanned text. Undefined where it is unlike the server's, or is none that can be converted:
 * what is wrong with it is told where it is parsed.
 */
export function readReviewText(reader: Reader): ReviewText | undefined {
  const selected = selection && reader.isMapText() ? reader.select(0, selection) : undefined;
  if (selected === undefined || selected === "other" || selected.place === undefined) {
    return undefined;
  }
  const { map, place } = selected;
  const request = member(map, "request");
  if (!isObject(request) || place.opening === 0 || !reader.isList(place.start)) return undefined;
  const review = likeLast(map, request) ?? wellFormed(map, request);
  return review && { review, objects: place };
}

/** The review that was read last: those of one API server differ in their uid, and now and then in the wanted version. */
let last: Review | undefined;

/** A review with another uid than the last, where that is all; undefined for any other. */
function likeLast(map: JsonObject, request: JsonObject): Review | undefined {
  if (last === undefined) return undefined;
  const { apiVersion, kind } = last.head;
  const isLike =
    member(map, "kind") === kind &&
    member(map, "apiVersion") === apiVersion &&
    member(request, "desiredAPIVersion") === last.request["desiredAPIVersion"];
  const uid = isLike ? member(request, "uid") : undefined;
  if (typeof uid !== "string" || uid === "") return undefined;
  return { head: { apiVersion, kind, uid }, request: { ...last.request, uid } };
}

function wellFormed(map: JsonObject, request: JsonObject): Review | undefined {
  const body = {
    ...only(map, ["apiVersion", "kind"]),
    request: { ...only(request, ["uid", "desiredAPIVersion"]), objects: [] },
  };
  const review = readReview(body, "ConversionReview");
  if (!review.ok || !readConversionRequest(review.value.request).ok) return undefined;
  last = review.value;
  return last;
}

/** Without what stays in the text. */
function only(map: JsonObject, keys: readonly string[]): JsonObject {
  const members: MutableJsonObject = {};
  for (const key of keys) {
    const value = member(map, key);
    if (value !== undefined) members[key] = value;
  }
  return members;
}
