import type { Reader } from "../../json/scan/reader.ts";
import { assign, type JsonObject, type MutableJsonObject } from "../../json/value.ts";

/** A review that was read but for its objects. */
export interface ReviewText {
  /** The review with an empty list of objects. */
  readonly review: JsonObject;
  /** The token that opens the list of objects. */
  readonly objects: number;
}

/** Reads a review's head from a scanned text; undefined where it is unlike the server's, or has no objects. */
export function readReviewText(reader: Reader): ReviewText | undefined {
  const member = reader.root();
  if (member === undefined) return undefined;
  const review: MutableJsonObject = {};
  let request: RequestText | undefined;
  while (member.nextMember()) {
    const key = reader.name(member.keyStart, member.keyEnd);
    if (key === "request") {
      if (request !== undefined || !reader.isMap(member.start)) return undefined;
      request = readRequest(reader, member.opening);
      if (request === undefined) return undefined;
    } else if (key === "apiVersion" || key === "kind") {
      review[key] = reader.name(member.start, member.end);
    }
  }
  if (request === undefined) return undefined;
  review["request"] = request.request;
  return { review, objects: request.objects };
}

interface RequestText {
  readonly request: JsonObject;
  readonly objects: number;
}

function readRequest(reader: Reader, opening: number): RequestText | undefined {
  const request: MutableJsonObject = {};
  let objects = -1;
  const member = reader.cursor().enter(opening);
  while (member.nextMember()) {
    const key = reader.name(member.keyStart, member.keyEnd);
    if (key !== "objects") {
      const value = reader[key === "uid" ? "value" : "name"](member.start, member.end);
      assign(request, String(key), value);
      continue;
    }
    if (objects >= 0 || member.opening < 0 || !reader.isList(member.start)) return undefined;
    objects = member.opening;
    request[key] = [];
  }
  return objects < 0 ? undefined : { request, objects };
}
