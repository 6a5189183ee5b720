import type { ServedKind } from "../../api-server/served-kind.ts";
import { type JsonObject, member } from "../../json/value.ts";
import { parseApiVersion } from "../../protocol/gvk.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { UsageError } from "../command.ts";
import { type LocatedObject, positionOf } from "../files/located-objects.ts";

/** An object of one of the kinds, in a served version. */
export interface ServedObject {
  readonly kind: ServedKind;
  readonly version: string;
  readonly object: JsonObject;
}

/** The kind of an object. Throws {@link UsageError} with its position where none of the kinds serves it. */
export function servedObjectOf(located: LocatedObject, kinds: readonly ServedKind[]): ServedObject {
  const { object } = located;
  const [apiVersion, name] = [String(member(object, "apiVersion")), String(member(object, "kind"))];
  const { group, version } = parseApiVersion(apiVersion) ?? { group: "", version: "" };
  const kind = kinds.find(({ resource }) => resource.kind === name && resource.group === group);
  if (kind?.resource.versions.get(version)?.isServed === true) return { kind, version, object };
  const known =
    kind === undefined
      ? `the kinds are ${kinds.map(({ resource }) => `${resource.kind}.${resource.group}`).join(", ")}`
      : `it is served in ${servedVersions(kind).join(", ")}`;
  throw new UsageError(
    `${positionOf(located)}: no kind ${JSON.stringify(name)} in version ${JSON.stringify(apiVersion)}: ${known}`,
  );
}

/** Throws {@link UsageError} with the position of an object whose version does not serve the subresource. */
export function requireSubresource(
  located: LocatedObject,
  { kind, version }: ServedObject,
  subresource: "status",
): void {
  const { versions, kind: name, group } = kind.resource;
  if (versions.get(version)?.subresources[subresource] !== undefined) return;
  throw new UsageError(
    `${positionOf(located)}: ${name}.${group} has no subresource ${subresource} in version ${version}: its definition would need subresources: { ${subresource}: {} } there`,
  );
}

/** The namespace of an object; undefined for a cluster-scoped one. */
export function namespaceOf({ kind, object }: ServedObject, otherwise: string): string | undefined {
  if (kind.resource.scope === "Cluster") return undefined;
  return String(metadataOf(object)["namespace"] ?? otherwise);
}

/** The versions in which users can read and write a kind's objects. */
export function servedVersions({ resource }: ServedKind): readonly string[] {
  return [...resource.versions.values()].filter(({ isServed }) => isServed).map(({ name }) => name);
}

/** An object's name, or the prefix of a generated one; empty where it has neither. */
export function nameOrPrefix(object: JsonObject): string {
  const { name, generateName } = metadataOf(object);
  if (typeof name === "string" && name !== "") return name;
  return typeof generateName === "string" ? generateName : "";
}
