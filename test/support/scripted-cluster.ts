import type { ClusterClient, ClusterWrite } from "../../lib/evolve/cluster-client.ts";
import type { ClusterReply } from "../../lib/evolve/cluster-reader.ts";
import { liveDefinition } from "../../lib/evolve/live-definition.ts";
import { mapAt } from "../../lib/json/members.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { asMap } from "./as-map.ts";

/** An object as etcd has it. */
export interface ScriptedObject {
  readonly name: string;
  readonly uid: string;
  resourceVersion: number;
  /** The version that the object is stored at. */
  storedAt: string;
  managedFields: readonly JsonValue[];
  /** Versions at which validation refuses the object. */
  readonly invalidAt?: readonly string[];
  /** The response to each write of the object; undefined if admission allows writes. */
  readonly denial?: ClusterReply;
}

/** Gets each request first. What it returns is the response; if it returns undefined, the server responds. */
export type Interception = (request: {
  readonly path: string;
  readonly write?: ClusterWrite;
}) => ClusterReply | undefined;

/** One resource of an API server, simulated in memory as far as a rewrite of stored objects needs it. */
export interface ScriptedCluster extends ClusterClient {
  readonly objects: ScriptedObject[];
  readonly writes: readonly ClusterWrite[];
  /** Writes the object as another writer does, at the storage version. */
  touch(name: string): void;
  remove(name: string): void;
  /** Makes all continue tokens that were issued so far expire. */
  expireTokens(): void;
}

/** The definition of CronTab, whose storage version was v1beta1 and now is v1. */
export const cronTabs = liveDefinition({
  metadata: { name: "crontabs.stable.example.com", uid: "d", generation: 2 },
  spec: {
    group: "stable.example.com",
    names: { kind: "CronTab", plural: "crontabs" },
    versions: [
      { name: "v1beta1", served: true, storage: false },
      { name: "v1", served: true, storage: true },
    ],
    conversion: { strategy: "Webhook" },
  },
  status: { storedVersions: ["v1beta1", "v1"] },
});

/** An object that was stored at v1beta1. */
export function oldObject(name: string, more: Partial<ScriptedObject> = {}): ScriptedObject {
  const managedFields = [{ manager: "team", apiVersion: "stable.example.com/v1beta1" }];
  return {
    name,
    uid: `u-${name}`,
    resourceVersion: 1,
    storedAt: "v1beta1",
    managedFields,
    ...more,
  };
}

/** A reply of the API server that is an error. */
export function failure(status: number, message: string, reason = ""): ClusterReply {
  return { status, body: { kind: "Status", reason, message } };
}

const noObject: ClusterReply = {
  status: 404,
  body: { kind: "Status", reason: "NotFound", message: "not found" },
};

const base =
  /^\/apis\/stable\.example\.com\/(v1|v1beta1)\/(?:namespaces\/default\/)?crontabs(?:\/(.+))?$/;

/** Returns a cluster with objects, which lists `pageObjects` objects a page. `intercept` can inject failures. */
export function scriptedCluster(
  initial: readonly ScriptedObject[],
  {
    pageObjects = 2,
    intercept = () => undefined,
  }: { pageObjects?: number; intercept?: Interception } = {},
): ScriptedCluster {
  const objects = [...initial];
  const writes: ClusterWrite[] = [];
  let clock = 100;
  let epoch = 0;
  const find = (name: string) => objects.find((each) => each.name === name);
  const list = (path: string): ClusterReply => {
    const url = new URL(path, "http://cluster");
    const selected = url.searchParams.get("fieldSelector")?.replace("metadata.name=", "");
    if (selected !== undefined) return page(objects.filter(({ name }) => name === selected));
    const token = url.searchParams.get("continue");
    const [last = "", issued = `${epoch}`] = token?.split(" ") ?? [];
    if (token !== null && issued !== `${epoch}`) {
      const metadata = { continue: `${last} ${epoch}` };
      return { status: 410, body: { kind: "Status", message: "too old", metadata } };
    }
    const rest = objects
      .filter(({ name }) => name > last)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const items = rest.slice(0, pageObjects);
    const hasMore = rest.length > items.length;
    return page(items, hasMore ? `${items.at(-1)?.name} ${epoch}` : undefined);
  };
  const patch = (write: ClusterWrite): ClusterReply => {
    const [, version = "", name = ""] = base.exec(write.path.replace(/\?.*/, "")) ?? [];
    const object = find(decodeURIComponent(name));
    const isApply = write.contentType === "application/apply-patch+yaml";
    if (object === undefined)
      return isApply ? failure(409, "no existing object was found") : noObject;
    const { uid, resourceVersion } = mapAt(bodyOf(write), "metadata");
    if (uid !== object.uid || resourceVersion !== `${object.resourceVersion}`) {
      return failure(409, "the object has been modified");
    }
    if (object.denial !== undefined) return object.denial;
    if (object.invalidAt?.includes(version)) return failure(422, "must: Required value");
    if (object.storedAt !== "v1") {
      object.storedAt = "v1";
      object.resourceVersion = clock++;
    }
    return { status: 200, body: metadataObject(object) };
  };
  return {
    objects,
    writes,
    get: async (path) => intercept({ path }) ?? list(path),
    send: async (write) => {
      writes.push(write);
      return intercept({ path: write.path, write }) ?? patch(write);
    },
    touch: (name) => {
      const object = find(name);
      if (object === undefined) return;
      object.resourceVersion = clock++;
      object.storedAt = "v1";
    },
    remove: (name) => {
      const index = objects.findIndex((each) => each.name === name);
      if (index >= 0) objects.splice(index, 1);
    },
    expireTokens: () => {
      epoch += 1;
    },
  };
}

function bodyOf({ body }: ClusterWrite): JsonObject {
  if (body === null || typeof body !== "object") throw new TypeError("a patch without a body");
  return asMap(body);
}

function page(objects: readonly ScriptedObject[], next?: string): ClusterReply {
  const metadata = next === undefined ? {} : { continue: next };
  return { status: 200, body: { metadata, items: objects.map(metadataObject) } };
}

function metadataObject({ name, uid, resourceVersion, managedFields }: ScriptedObject): JsonObject {
  const metadata = { namespace: "default", name, uid, resourceVersion: `${resourceVersion}` };
  return { metadata: { ...metadata, managedFields } };
}
