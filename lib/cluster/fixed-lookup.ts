import { isObject, type JsonObject, member } from "../json/value.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import type { CollectionKey, Lookup, ObjectKey } from "./lookup.ts";

/** The group, kind and plural of a kind. */
interface NamedKind {
  readonly group: string;
  readonly kind: string;
  readonly resource: string;
}

/** Lookups in a given list of objects, for when no cluster is connected. */
export function fixedLookup(kinds: readonly NamedKind[], objects: readonly JsonObject[]): Lookup {
  let read: ReadonlyMap<string, JsonObject> | undefined;
  const objectsByKey = (): ReadonlyMap<string, JsonObject> => {
    read ??= new Map(objects.flatMap((object) => lookupEntries(kinds, object)));
    return read;
  };
  return {
    exists: async (key) => objectsByKey().has(objectKeyText(key)),
    get: async (key) => objectsByKey().get(objectKeyText(key)),
    list: async (collection) => {
      const prefix = objectKeyText({ ...collection, name: "" });
      return [...objectsByKey()]
        .filter(([key]) => isInCollection(prefix, collection, key))
        .map(([, at]) => at);
    },
  };
}

function lookupEntries(
  kinds: readonly NamedKind[],
  object: JsonObject,
): readonly (readonly [string, JsonObject])[] {
  const group = parseApiVersion(String(member(object, "apiVersion")))?.group;
  const metadata = member(object, "metadata");
  if (group === undefined || !isObject(metadata)) return [];
  const namespace = String(member(metadata, "namespace") ?? "");
  const name = String(member(metadata, "name"));
  return kinds
    .filter((kind) => kind.group === group && kind.kind === member(object, "kind"))
    .map(({ resource }) => [
      objectKeyText({ group, version: "", resource, namespace, name }),
      object,
    ]);
}

function objectKeyText({ group, resource, namespace = "", name }: ObjectKey): string {
  return [group, resource, namespace, name].join("/");
}

function isInCollection(
  prefix: string,
  { group, resource, namespace }: CollectionKey,
  key: string,
) {
  return key.startsWith(namespace === undefined ? `${group}/${resource}/` : prefix);
}
