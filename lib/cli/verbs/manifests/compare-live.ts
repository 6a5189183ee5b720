import { isObject, type JsonObject } from "../../../json/value.ts";
import type { Kubectl } from "../../server/kubectl.ts";
import { liveDifferences, objectName } from "./live-differences.ts";
import { convertedDefinition, type NamedConversion } from "./registration-objects.ts";

/**
 * Compares objects with a live cluster: what server-side apply would change. Objects that do not exist are not applied,
 * because their namespace may not exist either.
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

/** A line for each object that should not be in the cluster. */
export async function compareOutdated(
  objects: readonly JsonObject[],
  kubectl: Kubectl,
): Promise<readonly string[]> {
  const live = await kubectl.live(objects);
  return live.map(
    (object) => `${objectName(object)} exists, but its kind has no such webhook: delete it`,
  );
}

/**
 * Compares conversions with those of the definitions in a live cluster. No dry run is made: applying the conversion alone
 * would remove all else that the same field manager had applied.
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
    const { name } = definitionMetadata(definition);
    const stanza = wantedByName.get(String(name));
    return stanza === undefined ? definition : convertedDefinition(definition, stanza);
  });
  return liveDifferences(wanted, live, applied);
}

function definitionMetadata({ metadata }: JsonObject): JsonObject {
  return isObject(metadata) ? metadata : {};
}
