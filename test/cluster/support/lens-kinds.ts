import { readFile } from "node:fs/promises";
import { parse as parseYaml } from "yaml";
import { withConversion } from "../../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import {
  install,
  redefine,
  untilStored,
  webhookConversion,
  withStorage,
} from "./custom-resources.ts";
import { nameOf, openResource, type Resource } from "./resource.ts";
import type { World } from "./world.ts";

/** A kind that a folder says in YAML, defined in a world whose gateway serves it. */
export interface LensKind {
  /** `metadata.name` of its definition. */
  readonly name: string;
  /** Its objects in one version; those of a namespaced kind in the namespace `default`. */
  at(version: string): Resource;
  /** An object of it, without what the API server adds. */
  object(version: string, name: string, body: JsonObject): JsonObject;
  /** Makes a version the storage version, and waits until it is; an object with this body can be created in it. */
  store(version: string, body: JsonObject): Promise<void>;
}

/** Defines the kind of a folder, converted by the world's gateway; `change` sees the definition before. */
export async function defineLensKind(
  world: World,
  folder: URL,
  change: (definition: JsonObject) => JsonObject = (same) => same,
): Promise<LensKind> {
  const definition: JsonObject = parseYaml(await readFile(new URL("crd.yaml", folder), "utf8"));
  const conversion = webhookConversion(world.url("/convert"));
  await install(world.client, change(withConversion(definition, conversion)));
  const name = nameOf(definition);
  const spec = objectAt(definition, "spec");
  const [group, scope] = [textAt(spec, "group"), textAt(spec, "scope")];
  const names = objectAt(spec, "names");
  const at = (version: string): Resource =>
    openResource(world.client, {
      group,
      version,
      plural: textAt(names, "plural"),
      ...(scope === "Namespaced" ? { namespace: "default" } : {}),
    });
  const object = (version: string, own: string, body: JsonObject): JsonObject => ({
    apiVersion: `${group}/${version}`,
    kind: textAt(names, "kind"),
    metadata: { name: own },
    ...body,
  });
  return {
    name,
    at,
    object,
    store: async (version, body) => {
      await redefine(world.client, name, (each) => withStorage(each, version));
      await untilStored(world.relay, at(version), object(version, `probe-${version}`, body));
    },
  };
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key);
  return isObject(value) ? value : {};
}

function textAt(object: JsonObject, key: string): string {
  const value = member(object, key);
  return typeof value === "string" ? value : "";
}
