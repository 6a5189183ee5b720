import { isObject, type JsonObject, member } from "../json/value.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import type { Lookup } from "./lookup.ts";

/** A kind as far as a look-up names it. */
interface NamedKind {
  readonly group: string;
  readonly kind: string;
  readonly resource: string;
}

/** A look-up among objects given beforehand, for where no cluster is connected. */
export function fixedLookup(kinds: readonly NamedKind[], objects: readonly JsonObject[]): Lookup {
  const known = new Set(objects.flatMap((object) => keysOf(kinds, object)));
  return {
    exists: async ({ group, resource, namespace = "", name }) =>
      known.has(keyOf(group, resource, namespace, name)),
  };
}

function keysOf(kinds: readonly NamedKind[], object: JsonObject): readonly string[] {
  const group = parseApiVersion(String(member(object, "apiVersion")))?.group;
  const metadata = member(object, "metadata");
  if (group === undefined || !isObject(metadata)) return [];
  const namespace = String(member(metadata, "namespace") ?? "");
  return kinds
    .filter((kind) => kind.group === group && kind.kind === member(object, "kind"))
    .map(({ resource }) => keyOf(group, resource, namespace, String(member(metadata, "name"))));
}

function keyOf(group: string, resource: string, namespace: string, name: string): string {
  return [group, resource, namespace, name].join("/");
}
