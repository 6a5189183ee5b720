import { stashFormatOf, stashStart } from "../converter/stash/names.ts";
import { mapAt, mapsIn } from "../json/members.ts";
import { type JsonObject, member } from "../json/value.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import { metadataOf } from "../protocol/object-metadata.ts";

/** The versions that the metadata of a definition's objects names. */
export interface NamedVersions {
  objects: number;
  /** Clients by the version at which they wrote, then by `manager operation`. */
  readonly writers: Map<string, Map<string, VersionWriter>>;
  /** The number of objects with preserved values, by the version that they are preserved for. */
  readonly preserved: Map<string, number>;
}

/** A client: the manager and operation in managedFields entries at one version. */
export interface VersionWriter {
  readonly manager: string;
  readonly operation: string;
  objects: number;
  /** The time of the last write, RFC 3339; undefined if any entry lacks a time, because that write may be the last one. */
  last: string | undefined;
  /** The first {@link maxExamples} objects with such an entry. */
  readonly examples: ObjectWithEntry[];
}

/** An object, and the index of the client's entry in its managedFields. */
export interface ObjectWithEntry extends ObjectNames {
  readonly entry: number;
  /** The object's resourceVersion when it was read. */
  readonly resourceVersion: string;
}

/**
 * The most examples for each client. The number is a choice: enough to find the client, and the count says how many objects
 * there are.
 */
const maxExamples = 3;

/** An empty result, to which {@link addObject} adds. */
export function noVersionsNamed(): NamedVersions {
  return { objects: 0, writers: new Map(), preserved: new Map() };
}

/** Adds to `found` the versions of `group` that an object's metadata names. Versions of other groups are ignored. */
export function addObject(found: NamedVersions, object: JsonObject, group: string): void {
  const metadata = metadataOf(object);
  found.objects += 1;
  for (const [index, entry] of mapsIn(member(metadata, "managedFields")).entries()) {
    addEntry(found, entry, { metadata, index, group });
  }
  const versions = Object.keys(mapAt(metadata, "annotations")).flatMap(
    (annotation) => preservedFor(annotation, group) ?? [],
  );
  for (const version of new Set(versions)) {
    found.preserved.set(version, (found.preserved.get(version) ?? 0) + 1);
  }
}

interface EntryPlace {
  readonly metadata: JsonObject;
  readonly index: number;
  readonly group: string;
}

function addEntry(
  { writers }: NamedVersions,
  entry: JsonObject,
  { metadata, index, group }: EntryPlace,
): void {
  const parsed = parseApiVersion(String(member(entry, "apiVersion")));
  if (parsed?.group !== group) return;
  const [manager, operation] = [
    String(member(entry, "manager")),
    String(member(entry, "operation")),
  ];
  const ofVersion = writers.get(parsed.version) ?? new Map<string, VersionWriter>();
  writers.set(parsed.version, ofVersion);
  const key = `${manager} ${operation}`;
  const writer = ofVersion.get(key) ?? { manager, operation, objects: 0, last: "", examples: [] };
  ofVersion.set(key, writer);
  writer.objects += 1;
  const time = member(entry, "time");
  writer.last = laterTime(writer.last, typeof time === "string" ? time : undefined);
  if (writer.examples.length < maxExamples) {
    writer.examples.push({
      ...objectNames(metadata),
      entry: index,
      resourceVersion: String(member(metadata, "resourceVersion")),
    });
  }
}

/** The later of two times; undefined (unknown) if either is undefined. */
function laterTime(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return undefined;
  return one > other ? one : other;
}

/** Name and namespace of an object. A cluster-scoped object has no namespace. */
export interface ObjectNames {
  readonly name: string;
  readonly namespace?: string;
}

/** Reads name and namespace from an object's metadata. */
export function objectNames(metadata: JsonObject): ObjectNames {
  const { name, namespace } = metadata;
  return { name: String(name), ...(typeof namespace === "string" && { namespace }) };
}

/** The name of an object in messages, from its metadata: `namespace/name`, or `name` if cluster-scoped. */
export function objectLabel(metadata: JsonObject): string {
  const { namespace, name } = objectNames(metadata);
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The version in the key of an annotation with preserved values; undefined for other keys. The key shortens a long version. */
function preservedFor(annotation: string, group: string): string | undefined {
  const format = stashFormatOf(annotation, group);
  if (format === undefined) return undefined;
  const [, version] =
    /^\.(.+)\.[^.]+$/.exec(annotation.slice(stashStart(group, format).length)) ?? [];
  return version;
}
