import { formatIn, stashStart } from "../converter/stash/names.ts";
import { mapAt, mapsIn } from "../json/members.ts";
import { type JsonObject, member } from "../json/value.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import { metadataOf } from "../protocol/object-metadata.ts";

/** What the metadata of all objects of a definition says about versions. */
export interface NamedVersions {
  objects: number;
  /** The clients that wrote at a version, by version and then by manager and operation. */
  readonly writers: Map<string, Map<string, VersionWriter>>;
  /** Objects with values that are preserved for a version, by version. */
  readonly preserved: Map<string, number>;
}

/** A client whose writes at a version stand in managedFields. */
export interface VersionWriter {
  readonly manager: string;
  readonly operation: string;
  objects: number;
  /** The time of its last write, RFC 3339; undefined if an entry has no time, as that may be the last one. */
  last: string | undefined;
  /** The first {@link maxExamples} objects that the client wrote. */
  readonly examples: ObjectWithEntry[];
}

/** An object, and the index in its managedFields of the entry in question. */
export interface ObjectWithEntry extends ObjectNames {
  readonly entry: number;
  /** Of the object when it was read. */
  readonly resourceVersion: string;
}

/** How many objects are named as examples. */
const maxExamples = 3;

/** The facts before the first object is added. */
export function noVersionsNamed(): NamedVersions {
  return { objects: 0, writers: new Map(), preserved: new Map() };
}

/** Adds the versions that an object's metadata names. `group` is the object's group; versions of other groups are ignored. */
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
  writer.last = later(writer.last, typeof time === "string" ? time : undefined);
  if (writer.examples.length < maxExamples) {
    writer.examples.push({
      ...objectNames(metadata),
      entry: index,
      resourceVersion: String(member(metadata, "resourceVersion")),
    });
  }
}

/** The later of two times; undefined, which is an unknown time, if either is. */
function later(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return undefined;
  return one > other ? one : other;
}

/** Name and namespace of an object; one without a namespace is cluster-scoped. */
export interface ObjectNames {
  readonly name: string;
  readonly namespace?: string;
}

/** Name and namespace of an object, by its metadata. */
export function objectNames(metadata: JsonObject): ObjectNames {
  const { name, namespace } = metadata;
  return { name: String(name), ...(typeof namespace === "string" && { namespace }) };
}

/** An object in messages, by its metadata: `namespace/name`, or `name`. */
export function objectLabel(metadata: JsonObject): string {
  const { namespace, name } = objectNames(metadata);
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The version in the name of an annotation with preserved values, in which a long version name is shortened. */
function preservedFor(annotation: string, group: string): string | undefined {
  const format = formatIn(annotation, group);
  if (format === undefined) return undefined;
  const [, version] =
    /^\.(.+)\.[^.]+$/.exec(annotation.slice(stashStart(group, format).length)) ?? [];
  return version;
}
