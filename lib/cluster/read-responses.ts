import { parseBytes } from "../json/parse.ts";
import { isArray, isObject, type JsonObject, member } from "../json/value.ts";
import { apiVersionOf } from "../protocol/gvk.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import type { ClusterResponse } from "./https-transport.ts";
import type { CollectionKey, ObjectKey } from "./lookup.ts";
import { statusIn } from "./status-response.ts";
import { type LookupSubject, lookupRefused, unexpectedResponse } from "./unavailable.ts";

interface ListPage {
  readonly items: readonly JsonObject[];
  /** The token of the next page; undefined on the last page. */
  readonly next?: string;
}

/** The Accept header that requests only the metadata of an object, to keep the response small. */
export const metadataOnly =
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1, application/json";

/**
 * True if the response has the object, false if it says that the object does not exist. Throws LookupUnavailable for
 * any other response.
 */
export function existsIn(response: ClusterResponse, key: ObjectKey): boolean {
  if (saysAbsent(response, key)) return false;
  const object = parsedResponseBody(response, { verb: "get", key });
  const isMetadata =
    member(object, "kind") === "PartialObjectMetadata" &&
    member(object, "apiVersion") === "meta.k8s.io/v1";
  if (!isMetadata) expectType(object, key, response);
  expectName(object, key, response);
  return true;
}

/**
 * The object in a response; undefined if the response says that it does not exist. Throws LookupUnavailable for any
 * other response.
 */
export function objectIn(response: ClusterResponse, key: ObjectKey): JsonObject | undefined {
  if (saysAbsent(response, key)) return undefined;
  const object = parsedResponseBody(response, { verb: "get", key });
  expectType(object, key, response);
  expectName(object, key, response);
  return object;
}

/**
 * The objects of one page. Adds apiVersion and kind to each, because the server leaves them out in items of built-in types.
 * Throws LookupUnavailable if the response is not a list of the requested type and namespace.
 */
export function pageIn(response: ClusterResponse, key: CollectionKey): ListPage {
  const list = parsedResponseBody(response, { verb: "list", key });
  const kind = expectType(list, key, response);
  const found = member(list, "items") ?? [];
  if (!kind.endsWith("List") || !isArray(found))
    throw unexpectedResponse("it is not a list", response);
  const type = { apiVersion: apiVersionOf(key), kind: kind.slice(0, -"List".length) };
  const items = found.map((item) => {
    const { name, namespace } = metadataOf(isObject(item) ? item : {});
    const isOfSpace = key.namespace === undefined || namespace === key.namespace;
    if (!isObject(item) || typeof name !== "string" || !isOfSpace) {
      throw unexpectedResponse("it lists other objects than requested", response);
    }
    return { ...type, ...item };
  });
  const next = metadataOf(list)["continue"];
  return { items, ...(typeof next === "string" && next !== "" && { next }) };
}

/**
 * True if the response says that this object does not exist: it names the object, its plural and group. Any other 404
 * means that the type or the namespace does not exist, or that another server sent the response.
 *
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/errors/errors.go, NewNotFound.
 */
function saysAbsent(response: ClusterResponse, { name, resource, group }: ObjectKey): boolean {
  if (response.status !== 404) return false;
  const status = statusIn(response.body);
  if (status?.reason !== "NotFound") return false;
  const { about } = status;
  return about.name === name && about.kind === resource && (about.group ?? "") === group;
}

function parsedResponseBody(response: ClusterResponse, subject: LookupSubject): JsonObject {
  if (response.status !== 200) throw lookupRefused(subject, response);
  const parsed = parseBytes(response.body);
  if (!parsed.ok) throw unexpectedResponse("it is not JSON", response);
  if (!isObject(parsed.value)) throw unexpectedResponse("it is not an object", response);
  return parsed.value;
}

function expectType(object: JsonObject, key: CollectionKey, response: ClusterResponse): string {
  const kind = member(object, "kind");
  const isOfVersion = member(object, "apiVersion") === apiVersionOf(key);
  if (!isOfVersion || typeof kind !== "string" || kind === "" || kind === "Status") {
    throw unexpectedResponse("it is of another kind or version than requested", response);
  }
  return kind;
}

function expectName(object: JsonObject, key: ObjectKey, response: ClusterResponse): void {
  const { name, namespace } = metadataOf(object);
  if (name !== key.name || namespace !== key.namespace) {
    throw unexpectedResponse("it is another object than requested", response);
  }
}
