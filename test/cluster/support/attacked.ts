import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse as parseYaml } from "yaml";
import { withConversion } from "../../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { webhookConfiguration } from "../../../lib/cli/verbs/manifests/webhook-configuration.ts";
import { parse } from "../../../lib/json/parse.ts";
import { isArray, isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { callHttp1 } from "../../support/https-client.ts";
import { conversionReview } from "../../support/reviews.ts";
import type { Attack, Tenant } from "./attacks.ts";
import { ApiError, type Client } from "./client.ts";
import {
  install,
  redefine,
  untilStored,
  webhookConversion,
  withStorage,
} from "./custom-resources.ts";
import { bodyOf, metadataOf } from "./kinds.ts";
import { configurations, refusal, until } from "./registrations.ts";
import { nameOf, openResource, type Resource, type ResourceName } from "./resource.ts";
import { openWorld, type World } from "./world.ts";

/** A cluster with a kind of three versions, and with tenants in namespaces with and without the guard. */
export interface Attacked {
  readonly world: World;
  /** Makes a version the storage version. */
  store(version: string): Promise<void>;
  /** Lets tenants try an attack, and says what harm it did. */
  harmBy(attack: Attack): Promise<readonly string[]>;
  /** Says what is wrong with the lists of all namespaces in all versions. */
  harm(attacks: readonly Attack[]): Promise<readonly string[]>;
  /** Writes every object of all tenants anew, as a migration of the storage version does. */
  migrate(version: string): Promise<readonly string[]>;
  /** Deletes what the tenants have. */
  clear(): Promise<void>;
  /** The HTTP status of a tenant's write of `status`. */
  statusWrite(): Promise<number>;
}

export const versions = ["v1", "v2", "v3"];

const names = { group: "attacked.example.com", plural: "depots" };
const kinds = new URL("../attacked-kinds/", import.meta.url);
/** Each tenant has the name of the one namespace in which it may write. */
const guarded = "guarded";
const unguarded = "unguarded";
const victim = "victim";

/** Starts everything. Lists are converted at each request, because there is no watch cache. */
export async function openAttacked(): Promise<Attacked> {
  const world = await openWorld({
    flags: ["--watch-cache=false"],
    serve: ["--kinds", fileURLToPath(kinds)],
  });
  try {
    await define(world);
    await Promise.all([victim, guarded, unguarded].map((name) => openNamespace(world, name)));
    await registerGuard(world);
    for (const version of versions) {
      await at(world.client, version, victim).create(
        objectOf(version, `honest-${version}`, honest),
      );
    }
    return attackedIn(world);
  } catch (error) {
    await world.stop();
    throw error;
  }
}

/** The bystander's object: the same in every version. */
const honest: JsonObject = { spec: { title: "honest" } };

function at(client: Client, version: string, namespace?: string): Resource {
  const name: ResourceName = { ...names, version };
  return openResource(client, namespace === undefined ? name : { ...name, namespace });
}

function objectOf(
  version: string,
  name: string,
  body: JsonObject,
  metadata: JsonObject = {},
): JsonObject {
  const type = { apiVersion: `${names.group}/${version}`, kind: "Depot" };
  return { ...type, metadata: { ...metadata, name }, ...body };
}

async function define(world: World): Promise<void> {
  const file = new URL("depot/crd.yaml", kinds);
  const definition: JsonObject = parseYaml(await readFile(file, "utf8"));
  const conversion = webhookConversion(world.url("/convert"));
  await install(world.client, withConversion(definition, conversion));
}

/** A namespace, and a tenant of its name who may edit the kind there, but not its status. */
async function openNamespace({ client }: World, name: string): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  const core = { group: "", version: "v1" };
  const rbac = { group, version: "v1", namespace: name };
  const metadata = { name };
  await openResource(client, { ...core, plural: "namespaces" }).create({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels: { guarded: String(name === guarded) } },
  });
  const type = { apiVersion: `${group}/v1`, metadata };
  const verbs = ["get", "list", "watch", "create", "update", "patch", "delete"];
  const rules = [{ apiGroups: [names.group], resources: [names.plural], verbs }];
  await openResource(client, { ...rbac, plural: "roles" }).create({ ...type, kind: "Role", rules });
  await openResource(client, { ...rbac, plural: "rolebindings" }).create({
    ...type,
    kind: "RoleBinding",
    roleRef: { apiGroup: group, kind: "Role", name },
    subjects: [{ apiGroup: group, kind: "User", name }],
  });
}

/** Registers the guard for one namespace, and waits until it is called. */
async function registerGuard({ client, url, relay }: World): Promise<void> {
  const configuration = webhookConfiguration("Validating", names.group, [
    {
      name: `guard.${names.group}`,
      client: { url: url("/validate") },
      reviewVersions: ["v1"],
      rule: {
        group: names.group,
        versions,
        resources: [names.plural, `${names.plural}/status`],
        scope: "Namespaced",
      },
    },
  ]);
  const { webhooks } = configuration;
  const namespaceSelector = { matchLabels: { guarded: "true" } };
  const selected = (isArray(webhooks) ? webhooks.filter(isObject) : []).map((webhook) => ({
    ...webhook,
    namespaceSelector,
  }));
  await configurations(client, "Validating").create({ ...configuration, webhooks: selected });
  const probe = objectOf("v1", "probe", honest);
  await until(
    async () => {
      await at(client, "v1", guarded).create(probe, { dryRun: "All" });
      return relay.exchanges.some(({ path }) => path.endsWith("/validate"));
    },
    (isAsked) => isAsked,
  );
}

function attackedIn(world: World): Attacked {
  const { client, relay } = world;
  const written: Written[] = [];
  const faults: string[] = [];
  const judge = judgeOf(client);
  const tenants = [guarded, unguarded].map((name) => ({
    name,
    tenant: tenantOf(world, name, { written, faults }),
  }));
  let storage = "v1";
  const harm = async (attacks: readonly Attack[]): Promise<readonly string[]> => {
    const lists = versions.map((version) => judge(version, attacks));
    const reviews = versions.map((version) => harmInReview(world, { storage, version }, attacks));
    return [...new Set((await Promise.all([...lists, ...reviews])).flat())];
  };
  return {
    world,
    harm,
    store: async (version) => {
      const name = `${names.plural}.${names.group}`;
      await redefine(client, name, (definition) => withStorage(definition, version));
      const probe = objectOf(version, `probe-${version}`, honest);
      await untilStored(relay, at(client, version, "default"), probe);
      storage = version;
    },
    harmBy: async (attack) => {
      const trying = tenants.filter(({ name }) => (attack.tenant ?? name) === name);
      await Promise.all(trying.map(({ tenant }) => attack.run(tenant)));
      const said = faults.splice(0);
      const denied = attack.isHonest === true ? said : said.filter((fault) => !isDenial(fault));
      return [...new Set(denied), ...(await harm([attack]))];
    },
    migrate: async (version) => {
      const results = await Promise.all(
        written.map(async ({ namespace, name }) => {
          const resource = at(client, version, namespace);
          const fault = await refusal(resource.get(name).then((object) => resource.update(object)));
          // What was denied is not there.
          return fault === "" || fault.endsWith("not found")
            ? []
            : [`${name} cannot be migrated: ${fault.slice(0, 200)}`];
        }),
      );
      return results.flat();
    },
    clear: async () => {
      await Promise.all(written.splice(0).map((each) => removed(client, each)));
    },
    statusWrite: async () => {
      const path = `/apis/${names.group}/v1/namespaces/${victim}/${names.plural}/honest-v1/status`;
      const contentType = "application/merge-patch+json";
      const body = { status: { approved: true } };
      const { status } = await client.send({
        method: "PATCH",
        path,
        body,
        contentType,
        as: victim,
      });
      return status;
    },
  };
}

/** An object that a tenant wrote. */
interface Written {
  readonly namespace: string;
  readonly name: string;
}

interface Book {
  readonly written: Written[];
  readonly faults: string[];
}

const denials = new Set([403, 413, 422]);
const denialMark = "denied: ";

function isDenial(fault: string): boolean {
  return fault.startsWith(denialMark);
}

function tenantOf(world: World, namespace: string, { written, faults }: Book): Tenant {
  const { kubectl } = world;
  const client = impersonating(world.client, namespace);
  let count = 0;
  const tried = async (write: Promise<unknown>): Promise<void> => {
    try {
      await write;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const mark = denials.has(error.status) ? denialMark : `a write is answered ${error.status}: `;
      faults.push(`${mark}${error.message.slice(0, 300)}`);
    }
  };
  return {
    create: async (version, body, metadata) => {
      count += 1;
      const name = `tried-${count}`;
      written.push({ namespace, name });
      await tried(at(client, version, namespace).create(objectOf(version, name, body, metadata)));
      return name;
    },
    patch: (version, name, patch) =>
      tried(at(client, version, namespace).patch(name, "merge", patch)),
    delete: (version, name) => tried(at(client, version, namespace).delete(name)),
    reportPhase: async (version, name) => {
      const status = at(world.client, version, namespace).sub("status");
      await tried(status.patch(name, "merge", { status: { phase: "Open" } }));
    },
    kubectlAnnotate: async (version, name, annotation) => {
      const type = `${names.plural}.${version}.${names.group}`;
      const own = ["--as", namespace, "--namespace", namespace];
      const run = await kubectl(["annotate", ...own, type, name, annotation]);
      const isFault = run.code !== 0 && !/denied the request|is invalid/.test(run.stderr);
      if (isFault) faults.push(`kubectl annotate fails: ${run.stderr.slice(0, 300)}`);
    },
  };
}

/** The administrator's client as somebody else. */
function impersonating(client: Client, as: string): Client {
  return {
    ...client,
    send: (call) => client.send({ ...call, as }),
    ask: (call) => client.ask({ ...call, as }),
    stream: (call, signal) => client.stream({ ...call, as }, signal),
  };
}

/** Says what is wrong with the list of all namespaces in one version. */
type Judge = (version: string, attacks: readonly Attack[]) => Promise<readonly string[]>;

/** The API server reports what it would refuse in a request; each body is sent once. */
function judgeOf(client: Client): Judge {
  const known = new Map<string, Promise<string>>();
  const refusalOf = (version: string, body: JsonObject): Promise<string> => {
    const key = `${version} ${JSON.stringify(body)}`;
    const found = known.get(key) ?? invalidity(client, version, body);
    known.set(key, found);
    return found;
  };
  return async (version, attacks) => {
    const listed = await itemsIn(client, version);
    if (typeof listed === "string") return [`the list of ${version} fails: ${listed}`];
    const faults = listed.map(async (item) => {
      const said = await refusalOf(version, bodyOf(item));
      if (said !== "") return [`an object in ${version} is not valid: ${said}`];
      const shown = attacks.filter(({ isForbidden }) => isForbidden?.(item));
      return shown.map(({ name }) => `an object in ${version} shows: ${name}`);
    });
    return [...(await Promise.all(faults)).flat(), ...bystanders(version, listed)];
  };
}

/** One review of all stored objects: no client limits how many a server may send at once. */
async function harmInReview(
  { client, gateway }: World,
  { storage, version }: { readonly storage: string; readonly version: string },
  attacks: readonly Attack[],
): Promise<readonly string[]> {
  const stored = await itemsIn(client, storage);
  if (typeof stored === "string" || version === storage) return [];
  const review = conversionReview(`${names.group}/${version}`, stored);
  const { body } = await callHttp1(gateway(), { path: "/convert", body: stringify(review) });
  const answer = parse(body);
  const response = answer.ok && isObject(answer.value) ? member(answer.value, "response") : null;
  const converted = isObject(response) ? member(response, "convertedObjects") : null;
  if (!isArray(converted) || converted.length !== stored.length) {
    return [`a review of all objects for ${version} fails: ${body.slice(-300)}`];
  }
  const shown = attacks.filter(({ isForbidden }) =>
    converted.filter(isObject).some((each) => isForbidden?.(each)),
  );
  return shown.map(({ name }) => `a review for ${version} shows: ${name}`);
}

async function itemsIn(client: Client, version: string): Promise<readonly JsonObject[] | string> {
  try {
    return await at(client, version).list();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.message.slice(0, 300)}`;
  }
}

/** What the API server refuses of an object with this body; empty where nothing. Nothing but the schema counts. */
async function invalidity(client: Client, version: string, body: JsonObject): Promise<string> {
  const object = objectOf(version, "judged", body);
  const resource = at(client, version, "default");
  try {
    await resource.create(object, { dryRun: "All" });
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return error.message.slice(0, 300);
  }
  return "";
}

/** The honest objects of another namespace that a list shows otherwise than they were written. */
function bystanders(version: string, items: readonly JsonObject[]): readonly string[] {
  const own = items.filter((item) => member(metadataOf(item), "namespace") === victim);
  const isGood = own.length === versions.length && own.every((item) => isHonest(item));
  return isGood ? [] : [`${version} shows the honest objects otherwise: ${JSON.stringify(own)}`];
}

function isHonest(item: JsonObject): boolean {
  return JSON.stringify(bodyOf(item)) === JSON.stringify(honest) && nameOf(item) !== "";
}

/** Removes an object in whichever version can: the parent's own could not be read in every one. */
async function removed(client: Client, { namespace, name }: Written): Promise<void> {
  let last = "";
  for (const version of versions) {
    const resource = at(client, version, namespace);
    last = await gone(resource, name);
    if (last === "") return;
  }
  throw new Error(`${name} cannot be deleted: ${last}`);
}

async function gone(resource: Resource, name: string): Promise<string> {
  const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
  try {
    const { metadata } = await resource.delete(name);
    if (!isObject(metadata) || member(metadata, "finalizers") === undefined) return "";
    await resource.patch(name, "merge", { metadata: { finalizers: null } });
    return "";
  } catch (error) {
    return isGone(error) ? "" : String(error);
  }
}
