import type { JsonObject } from "../../../json/value.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import type { Kubectl } from "../../server/kubectl.ts";
import { liveDifferences, objectName } from "./live-differences.ts";
import { convertedDefinition, type NamedConversion } from "./registration-objects.ts";

/**
 * Lists what server-side apply of the objects would change in a cluster, by a dry run. Objects that the cluster
 * lacks are left out of the dry run, because their namespace may not exist either; they are reported as missing.
 */
export async function compareLive(
  objects: readonly JsonObject[],
  kubectl: Kubectl,
): Promise<readonly string[]> {
  const live = await kubectl.live(objects);
  const names = new Set(live.map(objectName));
  const existing = objects.filter((object) => names.has(objectName(object)));
  return liveDifferences(objects, live, await kubectl.applied(existing));
}

/** A line for each object that exists in the cluster. `objects` are webhook configurations that the kinds do not need. */
export async function compareOutdated(
  objects: readonly JsonObject[],
  kubectl: Kubectl,
): Promise<readonly string[]> {
  const live = await kubectl.live(objects);
  return live.map(
    (object) => `${objectName(object)} exists, but its kind needs no such webhook: delete it`,
  );
}

/**
 * Compares conversions with those of the definitions in a cluster. There is no dry run: applying only the conversion would
 * remove all other fields that the same field manager had applied.
 */
export async function compareConversions(
  conversions: readonly NamedConversion[],
  kubectl: Kubectl,
): Promise<readonly string[]> {
  const wanted = conversions.map(({ name }) => ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name },
  }));
  const live = await kubectl.live(wanted);
  const wantedByName = new Map(conversions.map((each) => [each.name, each]));
  const applied = live.map((definition) => {
    const { name } = metadataOf(definition);
    const stanza = wantedByName.get(String(name));
    return stanza === undefined ? definition : convertedDefinition(definition, stanza);
  });
  return liveDifferences(wanted, live, applied);
}
