import { equal } from "../json/equal.ts";
import { lazily } from "../json/lazily.ts";
import { listAt, mapAt, textAt } from "../json/members.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../json/value.ts";
import { groupKindText, parseApiVersion } from "../protocol/gvk.ts";
import type { Review } from "../protocol/review.ts";

/**
 * What a review is about, for the log. Kinds and versions are named only if they are served, since a client can write any text in
 * their place.
 */
export interface ReviewFacts {
  /** The kind of the objects, with its group: `CronTab.stable.example.com`. */
  readonly kind?: string;
  /** The version of the objects; several versions as `v1 v1beta1`. */
  readonly from?: string;
  /** The target version of a conversion. */
  readonly to?: string;
  readonly operation?: string;
  /** For an admission: the version that the client requested. Shows which clients still use an old version. */
  readonly requested?: string;
  /** The client program, by the name of its field manager: `kubectl`, `helm`. */
  readonly client?: string;
}

/** Tells which kinds and versions are served. */
export interface ServedKinds {
  has(group: string, kind: string, version: string): boolean;
}

/** Finds out what a review is about. `known` tells which kinds and versions are served. */
export function reviewFacts({ head, request }: Review, known: ServedKinds): ReviewFacts {
  return head.kind === "ConversionReview"
    ? conversionFacts(request, known)
    : admissionFacts(request, known);
}

function conversionFacts(request: JsonObject, known: ServedKinds): ReviewFacts {
  const objects = member(request, "objects");
  if (!isArray(objects) || objects[0] === undefined) return {};
  const first = servedType(objects[0], known);
  if (first === undefined) return {};
  const desired = parseApiVersion(textAt(request, "desiredAPIVersion"))?.version ?? "";
  return {
    kind: groupKindText(first),
    from: objects.length === 1 ? first.version : objectVersionsText(objects, known),
    to: known.has(first.group, first.kind, desired) ? desired : "other",
  };
}

function objectVersionsText(objects: JsonArray, known: ServedKinds): string {
  const versions = new Set(objects.map((object) => servedType(object, known)?.version ?? "other"));
  return [...versions].toSorted().join(" ");
}

function admissionFacts(request: JsonObject, known: ServedKinds): ReviewFacts {
  const kind = typeIn(member(request, "kind"), known);
  if (kind === undefined) return {};
  const requestedType = typeIn(member(request, "requestKind"), known) ?? kind;
  const operation = textAt(request, "operation");
  return {
    kind: groupKindText(kind),
    from: kind.version,
    requested: requestedType.version,
    operation: operations.has(operation) ? operation : "other",
    client: clientOf(request),
  };
}

const operations: ReadonlySet<string> = new Set(["CREATE", "UPDATE", "DELETE", "CONNECT"]);

interface ServedType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

function servedType(object: JsonValue, known: ServedKinds): ServedType | undefined {
  if (!isObject(object)) return undefined;
  const gv = parseApiVersion(textAt(object, "apiVersion"));
  return gv && knownType({ ...gv, kind: textAt(object, "kind") }, known);
}

function typeIn(gvk: JsonValue | undefined, known: ServedKinds): ServedType | undefined {
  if (!isObject(gvk)) return undefined;
  const [group, version, kind] = [
    textAt(gvk, "group"),
    textAt(gvk, "version"),
    textAt(gvk, "kind"),
  ];
  return knownType({ group, version, kind }, known);
}

function knownType(type: ServedType, known: ServedKinds): ServedType | undefined {
  return known.has(type.group, type.kind, type.version) ? type : undefined;
}

/**
 * The field manager of the request. A webhook does not see the user agent, but the server uses it as the manager's
 * name, unless the user gives one.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/endpoints/handlers/create.go, managerOrUserAgent.
 */
function clientOf(request: JsonObject): string {
  const named = textAt(mapAt(request, "options"), "fieldManager");
  const client = named === "" ? newestManager(request) : named;
  return /^[\w.:/@-]{1,64}$/.test(client) ? client : "other";
}

/**
 * The manager of the first entry in `managedFields` that the old object does not have; empty if there is none. Takes
 * linear time: the server keeps one entry for each identity, so each entry is compared with the old entry at its position,
 * where it nearly always is, and with one other at most.
 */
function newestManager(request: JsonObject): string {
  const old = managedFields(member(request, "oldObject"));
  const entries = managedFields(member(request, "object"));
  if (Math.max(old.length, entries.length) > maxManagedFields) return "";
  const byIdentifier = lazily(() => new Map(old.map((entry) => [managerIdentifier(entry), entry])));
  const fresh = entries.find((entry, at) => {
    if (equal(old[at], entry)) return false;
    const before = byIdentifier().get(managerIdentifier(entry)) ?? null;
    return before === old[at] || !equal(before, entry);
  });
  return fresh !== undefined && isObject(fresh) ? textAt(fresh, "manager") : "";
}

/**
 * The most entries in which the newest manager is searched; with more entries, none is reported. Ordinary objects have few:
 * the server keeps 10 managers of updates.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/managedfields/internal/fieldmanager.go,
 * DefaultMaxUpdateManagers.
 */
const maxManagedFields = 1_000;

/**
 * The identity of an entry in `managedFields`.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/managedfields/internal/managedfields.go,
 * BuildManagerIdentifier.
 */
function managerIdentifier(entry: JsonValue): string {
  if (!isObject(entry)) return "";
  const operation = textAt(entry, "operation");
  const version = operation === "Apply" ? "" : textAt(entry, "apiVersion");
  return `${textAt(entry, "manager")}\n${operation}\n${textAt(entry, "subresource")}\n${version}`;
}

function managedFields(object: JsonValue | undefined): readonly JsonValue[] {
  return listAt(mapAt(object, "metadata"), "managedFields");
}
