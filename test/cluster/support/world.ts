import { withConversion } from "../../../lib/cli/verbs/manifests/conversion-stanza.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { type ControlPlane, type ControlPlaneOptions, startControlPlane } from "./control-plane.ts";
import {
  install,
  readDefinition,
  resourceOf,
  setStorage,
  webhookConversion,
} from "./custom-resources.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import type { KindUnderTest } from "./kinds.ts";
import { type Relay, startRelay } from "./relay.ts";
import type { Resource } from "./resource.ts";

/** A control plane with the gateway behind a public name. */
export interface World extends ControlPlane {
  readonly relay: Relay;
  /** The gateway that runs now. */
  gateway(): Gateway;
  /** Replaces the gateway by one with other arguments. */
  restartGateway(args?: readonly string[]): Promise<void>;
  /** A webhook's url under the public name. */
  url(path: string): string;
  /** The objects of a kind in one version. */
  objects(kind: KindUnderTest, version: string): Resource;
  /** Creates a kind's definition, converted by the gateway; `change` sees it before. */
  define(kind: KindUnderTest, options?: DefineOptions): Promise<void>;
  /** Makes a version the storage version, and waits until it is. */
  store(kind: KindUnderTest, version: string): Promise<void>;
}

export interface DefineOptions {
  readonly path?: string;
  readonly reviewVersions?: readonly string[];
  readonly change?: (definition: JsonObject) => JsonObject;
}

const publicName = "hooks.example.com";

/** Starts the gateway, the control plane and the relay between them. */
export async function openWorld(
  options: ControlPlaneOptions & { readonly serve?: readonly string[] } = {},
): Promise<World> {
  let gateway = await startGateway(options.serve);
  const plane = await startControlPlane({
    ...options,
    names: [publicName],
    roots: [gateway.caFile],
  }).catch(async (error) => {
    await gateway.stop();
    throw error;
  });
  const { client } = plane;
  const relay = await startRelay(plane.certificate, gateway);
  plane.names.set(publicName, relay.port);
  const url = (path: string): string => `https://${publicName}${path}`;
  return {
    ...plane,
    relay,
    url,
    gateway: () => gateway,
    restartGateway: async (args) => {
      await gateway.stop();
      gateway = await startGateway(args);
      relay.aim(gateway);
    },
    objects: (kind, version) => resourceOf(client, kind, version),
    define: async (
      kind,
      { path = "/convert", reviewVersions, change = (same: JsonObject) => same } = {},
    ) => {
      const conversion = webhookConversion(url(path), reviewVersions);
      const definition = withConversion(await readDefinition(kind.folder), conversion);
      await install(client, change(definition));
    },
    store: (kind, version) => setStorage(client, relay, kind, version),
    stop: async () => {
      await plane.stop();
      relay.close();
      await gateway.stop();
    },
  };
}
