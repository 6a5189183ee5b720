import { parseBytes } from "../json/parse.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import { apiVersionOf } from "../protocol/gvk.ts";
import type { HttpReply } from "./https-transport.ts";
import type { CollectionKey, ObjectKey } from "./lookup.ts";
import { statusIn } from "./status-reply.ts";
import { type Asked, refused, strange } from "./unavailable.ts";

/** One page of a list. */
export interface Page {
  readonly items: readonly JsonObject[];
  /** Asks for the next page; undefined on the last. */
  readonly next?: string;
}

/** Only the metadata of an object, so that the answer stays small. */
export const metadataOnly =
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1, application/json";

/** True for an object, false where the server says that there is none. Errors: LookupUnavailable for anything else. */
export function existsIn(reply: HttpReply, key: ObjectKey): boolean {
  if (saysAbsent(reply, key)) return false;
  const object = bodyOf(reply, { verb: "get", key });
  const isMetadata =
    member(object, "kind") === "PartialObjectMetadata" &&
    member(object, "apiVersion") === "meta.k8s.io/v1";
  if (!isMetadata) expectType(object, key, reply);
  expectName(object, key, reply);
  return true;
}

/** The object, undefined where the server says that there is none. Errors: LookupUnavailable for anything else. */
export function objectIn(reply: HttpReply, key: ObjectKey): JsonObject | undefined {
  if (saysAbsent(reply, key)) return undefined;
  const object = bodyOf(reply, { verb: "get", key });
  expectType(object, key, reply);
  expectName(object, key, reply);
  return object;
}

/**
 * A page of objects. Items of built-in types come without a type of their own: they get the list's.
 *
 * Errors: LookupUnavailable for anything else.
 */
export function pageIn(reply: HttpReply, key: CollectionKey): Page {
  const list = bodyOf(reply, { verb: "list", key });
  const kind = expectType(list, key, reply);
  const found = member(list, "items") ?? [];
  if (!kind.endsWith("List") || !isArray(found)) throw strange("it answered with no list", reply);
  const type = { apiVersion: apiVersionOf(key), kind: kind.slice(0, -"List".length) };
  const items = found.map((item) => {
    const { name, namespace } = metadataOf(item);
    const isOfSpace = key.namespace === undefined || namespace === key.namespace;
    if (!isObject(item) || typeof name !== "string" || !isOfSpace) {
      throw strange("its list holds what was not asked for", reply);
    }
    return { ...type, ...item };
  });
  const next = metadataOf(list)["continue"];
  return { items, ...(typeof next === "string" && next !== "" && { next }) };
}

/**
 * True where the answer says of this very object that there is none: name, plural and group are its own. Another 404 says
 * that the type or the namespace is not there, or comes from something that does not know the object at all.
 *
 * Source: k8s.io/apimachinery@v0.36.3 pkg/api/errors/errors.go, NewNotFound.
 */
function saysAbsent(reply: HttpReply, { name, resource, group }: ObjectKey): boolean {
  if (reply.status !== 404) return false;
  const status = statusIn(reply.body);
  if (status?.reason !== "NotFound") return false;
  const { about } = status;
  return about.name === name && about.kind === resource && (about.group ?? "") === group;
}

function bodyOf(reply: HttpReply, asked: Asked): JsonObject {
  if (reply.status !== 200) throw refused(asked, reply);
  const parsed = parseBytes(reply.body);
  if (!parsed.ok) throw strange("its answer is no JSON", reply);
  if (!isObject(parsed.value)) throw strange("its answer is no object", reply);
  return parsed.value;
}

function expectType(object: JsonObject, key: CollectionKey, reply: HttpReply): string {
  const kind = member(object, "kind");
  const isOfVersion = member(object, "apiVersion") === apiVersionOf(key);
  if (!isOfVersion || typeof kind !== "string" || kind === "" || kind === "Status") {
    throw strange("its answer is of another kind or version than was asked for", reply);
  }
  return kind;
}

function expectName(object: JsonObject, key: ObjectKey, reply: HttpReply): void {
  const { name, namespace } = metadataOf(object);
  if (name !== key.name || namespace !== key.namespace) {
    throw strange("it answered with another object than was asked for", reply);
  }
}

function metadataOf(object: JsonValue): JsonObject {
  const metadata = isObject(object) ? member(object, "metadata") : undefined;
  return isObject(metadata) ? metadata : {};
}
