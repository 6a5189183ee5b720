import type { JsonObject } from "../../lib/json/value.ts";
import { type ControlPlane, startControlPlane } from "../cluster/control-plane.ts";
import {
  install,
  readDefinition,
  resourceOf,
  setStorage,
  webhookConversion,
  withConversion,
} from "../cluster/custom-resources.ts";
import type { KindUnderTest } from "../cluster/kinds.ts";
import type { Resource } from "../cluster/resource.ts";
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from "./gateway/local-cloud.ts";

/** A control plane whose webhooks are the packaged functions behind the local cloud. */
export interface World extends ControlPlane {
  readonly cloud: LocalCloud;
  /** The url of a path below a cluster's name and key. */
  url(path: string, key?: string): string;
  /** The objects of a kind in one version. */
  objects(kind: KindUnderTest, version: string): Resource;
  /** Creates a kind's definition, converted by the functions; `change` sees it before. */
  define(kind: KindUnderTest, change?: (definition: JsonObject) => JsonObject): Promise<void>;
  /** Makes a version the storage version, and waits until it is. */
  store(kind: KindUnderTest, version: string): Promise<void>;
}

export const publicName = "hooks.example.com";

/** The cluster that the tests' control plane is to the functions, and its key. */
export const cluster = { name: "rehearsal", key: "k".repeat(48) } as const;

/** Starts the control plane, and the packaged functions behind a public name. */
export async function openWorld(options: Omit<LocalCloudOptions, "certificate">): Promise<World> {
  const plane = await startControlPlane({ names: [publicName] });
  const { client, certificate } = plane;
  const cloud = await startLocalCloud({ ...options, certificate }).catch(async (error) => {
    await plane.stop();
    throw error;
  });
  plane.names.set(publicName, cloud.port);
  const url = (path: string, key: string = cluster.key): string =>
    `https://${publicName}/${cluster.name}/${key}${path}`;
  return {
    ...plane,
    cloud,
    url,
    objects: (kind, version) => resourceOf(client, kind, version),
    define: async (kind, change = (same) => same) => {
      const definition = await readDefinition(kind.folder);
      await install(client, change(withConversion(definition, webhookConversion(url("/convert")))));
    },
    store: (kind, version) => setStorage(client, cloud, kind, version),
    stop: async () => {
      await plane.stop();
      await cloud.stop();
    },
  };
}
