import { mapsIn, textsIn } from "../json/members.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { bodyAt, type ClusterReader, itemsOf, metadataPages, ReadError } from "./cluster-reader.ts";
import { objectNames } from "./named-versions.ts";

/** An object with an owner reference to an object of one of the wanted groups. */
export interface OwnedObject {
  /** The object's resource in the form for kubectl: `deployments.v1.apps`. */
  readonly resource: string;
  readonly name: string;
  readonly namespace?: string;
  /** The index of the owner reference in the object's `ownerReferences`. */
  readonly index: number;
  readonly ownerUid: string;
  /** Group, version and kind of the owner, from the reference. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** All objects whose owner references name one of the wanted groups. */
export interface OwnerReferences {
  readonly owned: readonly OwnedObject[];
  /** A message for each resource whose objects could not be listed. */
  readonly notRead: readonly string[];
}

/** A resource whose objects can be listed. */
interface ListableResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/**
 * The Accept header for aggregated discovery: all versions of all groups in one response.
 * Source: https://github.com/kubernetes/api/tree/3fde3c43c3cf/apidiscovery/v2.
 */
const discovery = "application/json;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io;v=v2";

/** The groups of Kubernetes' own events. In another group, `events` is the plural of a custom resource. */
const eventGroups = ["", "events.k8s.io"];

/** Finds owner references to `groups`, in every object of the cluster except Kubernetes' events, which have no owners. */
export async function ownerReferences(
  reader: ClusterReader,
  groups: ReadonlySet<string>,
): Promise<OwnerReferences> {
  const owned: OwnedObject[] = [];
  const notRead: string[] = [];
  for (const resource of await listableResources(reader, notRead)) {
    try {
      for await (const page of metadataPages(reader, pathOf(resource))) {
        for (const object of page) owned.push(...ownedBy(object, resource, groups));
      }
    } catch (fault) {
      if (!(fault instanceof ReadError)) throw fault;
      // 405: the resource can't be listed, although discovery shows `list`; 404: it has been removed since discovery.
      if (fault.status !== 404 && fault.status !== 405) notRead.push(fault.message);
    }
  }
  return { owned, notRead };
}

/** Each listable resource once, at the server's preferred version. Versions that discovery marks as stale add to `notRead`. */
async function listableResources(
  reader: ClusterReader,
  notRead: string[],
): Promise<readonly ListableResource[]> {
  const lists = [await bodyAt(reader, "/api", discovery), await bodyAt(reader, "/apis", discovery)];
  return lists.flatMap(itemsOf).flatMap((item) => {
    const group = String(metadataOf(item)["name"] ?? "");
    const found = new Map<string, ListableResource>();
    for (const each of mapsIn(member(item, "versions"))) {
      const version = String(member(each, "version"));
      if (member(each, "freshness") === "Stale") {
        notRead.push(
          `/apis/${group}/${version}: its API server does not respond (discovery is stale)`,
        );
      }
      for (const plural of listablePlurals(each)) {
        if (plural === "events" && eventGroups.includes(group)) continue;
        if (!found.has(plural)) found.set(plural, { group, version, plural });
      }
    }
    return [...found.values()];
  });
}

function listablePlurals(version: JsonObject): readonly string[] {
  return mapsIn(member(version, "resources"))
    .filter((resource) => textsIn(member(resource, "verbs")).includes("list"))
    .map((resource) => String(member(resource, "resource")));
}

function pathOf({ group, version, plural }: ListableResource): string {
  return group === "" ? `/api/${version}/${plural}` : `/apis/${group}/${version}/${plural}`;
}

function ownedBy(
  object: JsonObject,
  { group, version, plural }: ListableResource,
  groups: ReadonlySet<string>,
): readonly OwnedObject[] {
  const metadata = metadataOf(object);
  const references = member(metadata, "ownerReferences");
  return (Array.isArray(references) ? references : []).flatMap((reference, index) => {
    if (!isObject(reference)) return [];
    const owner = parseApiVersion(String(member(reference, "apiVersion")));
    if (owner === undefined || !groups.has(owner.group)) return [];
    const kind = String(member(reference, "kind"));
    const resource = group === "" ? plural : `${plural}.${version}.${group}`;
    const ownerUid = String(member(reference, "uid"));
    return [{ resource, ...objectNames(metadata), index, ownerUid, ...owner, kind }];
  });
}
