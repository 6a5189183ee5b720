import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { type ControlPlane, startControlPlane } from "../cluster/support/control-plane.ts";
import {
  install,
  readDefinition,
  resourceOf,
  setStorage,
  webhookConversion,
} from "../cluster/support/custom-resources.ts";
import type { KindUnderTest } from "../cluster/support/kinds.ts";
import { openResource, type Resource } from "../cluster/support/resource.ts";
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from "./gateway/local-cloud.ts";
import { type LookUpAccount, makeAccount } from "./lookup-account.ts";

/** A control plane whose webhooks are the packaged functions behind the local cloud. */
export interface World extends ControlPlane {
  readonly cloud: LocalCloud;
  readonly account: LookUpAccount;
  /** The variables that let the functions know their callers by {@link writeSecret}'s file. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the secret says of this control plane; `change` replaces members. */
  secret(change?: JsonObject): string;
  /** Writes the file that the functions read the secret from. */
  writeSecret(text: string): Promise<void>;
  /** The url of a path below the cluster's name and key. */
  url(path: string, key?: string): string;
  /** The objects of a kind in one version. */
  objects(kind: KindUnderTest, version: string): Resource;
  /** Creates a kind's definition, converted by the functions. */
  define(kind: KindUnderTest): Promise<void>;
  /** Makes a version the storage version, and waits until it is. */
  store(kind: KindUnderTest, version: string): Promise<void>;
}

const publicName = "hooks.example.com";

/** What the functions call the tests' control plane, and its keys: the first is that of the recorded events. */
export const cluster = {
  name: "rehearsal",
  key: "rEhEaRsAl-0nly_0123456789abcdefghijklmnopqrstuvw",
  nextKey: "n".repeat(48),
} as const;

/** The toppings that the cluster has. */
const toppings = ["tomato", "mozzarella", "salami"];

/** Starts the control plane with its toppings, and the packaged functions behind a public name. */
export async function openWorld(options: Omit<LocalCloudOptions, "certificate">): Promise<World> {
  const plane = await startControlPlane({ names: [publicName] });
  try {
    return await furnish(plane, options);
  } catch (error) {
    await plane.stop();
    throw error;
  }
}

async function furnish(
  plane: ControlPlane,
  options: Omit<LocalCloudOptions, "certificate">,
): Promise<World> {
  const { client, certificate, server, ca: certificateAuthority } = plane;
  await createToppings(plane);
  const account = await makeAccount(plane);
  const file = join(plane.reaper.folder, "secret.json");
  const secret = (change: JsonObject = {}): string => {
    const access = { server, certificateAuthority, token: account.token };
    const entry = { keys: [cluster.key], ...access, ...change };
    return JSON.stringify({ clusters: { [cluster.name]: entry } });
  };
  await writeFile(file, secret());
  const variables = { CUSTOMHOUSE_SECRETS_FILE: file, ...options.variables };
  const cloud = await startLocalCloud({ ...options, variables, certificate });
  plane.names.set(publicName, cloud.port);
  const url = (path: string, key: string = cluster.key): string =>
    `https://${publicName}/${cluster.name}/${key}${path}`;
  return {
    ...plane,
    cloud,
    account,
    variables,
    secret,
    writeSecret: (text) => writeFile(file, text),
    url,
    objects: (kind, version) => resourceOf(client, kind, version),
    define: async (kind) => {
      const conversion = webhookConversion(url("/convert"));
      await install(client, withConversion(await readDefinition(kind.folder), conversion));
    },
    store: (kind, version) => setStorage(client, cloud, kind, version),
    stop: async () => {
      await plane.stop();
      await cloud.stop();
    },
  };
}

async function createToppings({ client }: ControlPlane): Promise<void> {
  await install(client, await readDefinition("topping"));
  const group = "restaurant.programming-kubernetes.info";
  const resource = openResource(client, { group, version: "v1alpha1", plural: "toppings" });
  for (const name of toppings) {
    await resource.create({
      apiVersion: `${group}/v1alpha1`,
      kind: "Topping",
      metadata: { name },
      spec: { cost: 1 },
    });
  }
}
