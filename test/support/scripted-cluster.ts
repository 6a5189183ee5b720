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
  /** The version that it is stored at. */
  storedAt: string;
  managedFields: readonly JsonValue[];
  /** Versions at which validation refuses it. */
  readonly invalidAt?: readonly string[];
  /** What admission says to a write of it. */
  readonly denial?: ClusterReply;
}

/** Sees a request before the server; what it returns is the response. */
export type Interception = (request: {
  readonly path: string;
  readonly write?: ClusterWrite;
}) => ClusterReply | undefined;

/** One resource of an API server with what a rewrite meets there, in memory. */
export interface ScriptedCluster extends ClusterClient {
  readonly objects: ScriptedObject[];
  readonly writes: readonly ClusterWrite[];
  /** As another writer does it, at the storage version. */
  touch(name: string): void;
  remove(name: string): void;
  /** Makes every continue token so far one that has expired. */
  expireTokens(): void;
}

/** CronTabs that were stored at v1beta1, and are stored at v1 now. */
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

/** An object that an older release of a program stored. */
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

/** Starts with some objects. `intercept` can inject what goes wrong. */
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
