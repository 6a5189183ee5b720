import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parse as parseYaml } from "yaml";
import { conversionStanza } from "../../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../../lib/json/value.ts";
import { ApiError, type Client } from "./client.ts";
import { type KindUnderTest, objectIn } from "./kinds.ts";
import { nameOf, openResource, type Resource } from "./resource.ts";

/** Whatever sees the reviews that kube-apiserver sends. */
export interface Witness {
  readonly exchanges: readonly { readonly request: string }[];
}

/** A CustomResourceDefinition of examples/kinds, as the project has it. */
export async function readDefinition(folder: string): Promise<JsonObject> {
  const url = new URL(`../../../examples/kinds/${folder}/crd.yaml`, import.meta.url);
  return parseYaml(await readFile(url, "utf8"));
}

/** The conversion stanza of a webhook outside the cluster: a url and no caBundle. */
export function webhookConversion(
  url: string,
  reviewVersions: readonly string[] = ["v1", "v1beta1"],
): JsonObject {
  return conversionStanza({ url }, reviewVersions);
}

/** A definition with each of its versions changed; one for which `change` gives undefined goes. */
export function withVersions(
  definition: JsonObject,
  change: (version: JsonObject) => JsonObject | undefined,
): JsonObject {
  const spec = specOf(definition);
  const versions = isArray(spec.versions) ? spec.versions.filter(isObject) : [];
  const changed = versions.flatMap((version) => change(version) ?? []);
  return { ...definition, spec: { ...spec, versions: changed } };
}

/** A definition with another storage version. */
export function withStorage(definition: JsonObject, storage: string): JsonObject {
  return withVersions(definition, (each) => {
    const { name } = each;
    return { ...each, storage: name === storage };
  });
}

function specOf({ spec }: JsonObject): { readonly [key: string]: JsonValue; versions: JsonValue } {
  return isObject(spec) ? { versions: [], ...spec } : { versions: [] };
}

/** CustomResourceDefinitions of a cluster. */
export function definitions(client: Client): Resource {
  const name = { group: "apiextensions.k8s.io", version: "v1" };
  return openResource(client, { ...name, plural: "customresourcedefinitions" });
}

/** The objects of a kind in one version, in the namespace `default`. */
export function resourceOf(client: Client, kind: KindUnderTest, version: string): Resource {
  const { group, plural } = kind;
  return openResource(client, { group, version, plural, namespace: "default" });
}

/** Creates a definition and waits until its objects can be listed in every served version. */
export async function install(client: Client, definition: JsonObject): Promise<void> {
  await definitions(client).create(definition);
  await untilListed(client, definition);
}

/** Changes a definition as it now is in the cluster. */
export async function redefine(
  client: Client,
  name: string,
  change: (definition: JsonObject) => JsonObject,
): Promise<void> {
  for (;;) {
    const now = await definitions(client).get(name);
    try {
      await definitions(client).update(change(now));
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    }
  }
}

/** Waits until the objects of a definition can be listed in every served version. */
export async function untilListed(client: Client, definition: JsonObject): Promise<void> {
  const { group, names } = specOf(definition);
  const { plural } = isObject(names) ? names : {};
  for (const version of servedVersions(definition)) {
    const path = `/apis/${group}/${version}/${plural}`;
    while ((await client.send({ method: "GET", path })).status !== 200) await sleep(50);
  }
}

function servedVersions(definition: JsonObject): JsonValue[] {
  const { versions } = specOf(definition);
  return (isArray(versions) ? versions.filter(isObject) : []).flatMap((version) => {
    const { name = null, served } = version;
    return served === true ? [name] : [];
  });
}

/**
 * Makes another version the storage version and waits until that is in force: a dry run in the storage version is the
 * only one that needs no conversion. No admission webhook may be registered meanwhile: it may cause conversions too.
 */
export async function setStorage(
  client: Client,
  witness: Witness,
  kind: KindUnderTest,
  storage: string,
): Promise<void> {
  await redefine(client, `${kind.plural}.${kind.group}`, (each) => withStorage(each, storage));
  const resource = resourceOf(client, kind, storage);
  await untilStored(witness, resource, objectIn(kind, storage, `probe-${storage}`));
}

/** Waits until a version is the storage version; `probe` is an object of it that can be created. */
export async function untilStored(
  witness: Witness,
  resource: Resource,
  probe: JsonObject,
): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const name = `${nameOf(probe)}-${attempt}-${Date.now()}`;
    await resource.create({ ...probe, metadata: { name } }, { dryRun: "All" });
    if (!witness.exchanges.some(({ request }) => request.includes(name))) return;
    await sleep(50);
  }
  throw new Error(`the version of ${nameOf(probe)} does not become the storage version`);
}
