import type { ServedKind } from "../../api-server/served-kind.ts";
import { textAt } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import { groupKindText, parseApiVersion } from "../../protocol/gvk.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { UsageError } from "../command.ts";
import { type LocatedObject, objectPosition } from "../files/located-objects.ts";

/** An object, its kind, and the served version that it is written in. */
export interface ServedObject {
  readonly kind: ServedKind;
  readonly version: string;
  readonly object: JsonObject;
}

/** Finds the kind of an object. Throws {@link UsageError} with the object's position if no kind serves it in its version. */
export function servedObjectOf(located: LocatedObject, kinds: readonly ServedKind[]): ServedObject {
  const { object } = located;
  const [apiVersion, name] = [String(member(object, "apiVersion")), String(member(object, "kind"))];
  const { group, version } = parseApiVersion(apiVersion) ?? { group: "", version: "" };
  const kind = kinds.find(({ resource }) => resource.kind === name && resource.group === group);
  if (kind?.resource.versions.get(version)?.isServed === true) return { kind, version, object };
  const known =
    kind === undefined
      ? `the kinds are ${kinds.map(({ resource }) => groupKindText(resource)).join(", ")}`
      : `it is served in ${servedVersions(kind).join(", ")}`;
  throw new UsageError(
    `${objectPosition(located)}: kind ${JSON.stringify(name)} is not served with apiVersion ${JSON.stringify(apiVersion)}: ${known}`,
  );
}

/** Throws {@link UsageError} with the object's position if its version does not have the subresource. */
export function requireSubresource(
  located: LocatedObject,
  { kind, version }: ServedObject,
  subresource: "status",
): void {
  const { versions, kind: name, group } = kind.resource;
  if (versions.get(version)?.subresources[subresource] !== undefined) return;
  throw new UsageError(
    `${objectPosition(located)}: ${name}.${group} has no subresource ${subresource} in version ${version}: add subresources: { ${subresource}: {} } to that version of its definition`,
  );
}

/** The namespace of an object, `otherwise` if it names none; undefined for a cluster-scoped object. */
export function namespaceOf({ kind, object }: ServedObject, otherwise: string): string | undefined {
  if (kind.resource.scope === "Cluster") return undefined;
  return String(metadataOf(object)["namespace"] ?? otherwise);
}

/** The names of a kind's served versions, in which users can read and write its objects. */
export function servedVersions({ resource }: ServedKind): readonly string[] {
  return [...resource.versions.values()].filter(({ isServed }) => isServed).map(({ name }) => name);
}

/** An object's name, else its `generateName`, else an empty text. */
export function nameOrPrefix(object: JsonObject): string {
  const metadata = metadataOf(object);
  return textAt(metadata, "name") || textAt(metadata, "generateName");
}
