import { isObject, type JsonObject } from "../../../json/value.ts";
import { withConversion } from "./conversion-stanza.ts";
import type { Kubectl } from "./kubectl.ts";
import { liveDifferences, nameOf } from "./live-differences.ts";
import type { NamedConversion } from "./registration-objects.ts";

/**
 * Compares objects with a live cluster: what applying them on the server's side would change. What is not there is not
 * tried: its namespace may not be there either.
 */
export async function compareLive(
  objects: readonly JsonObject[],
  kubectl: Kubectl,
): Promise<readonly string[]> {
  const live = await kubectl.live(objects);
  const names = new Set(live.map(nameOf));
  const there = objects.filter((object) => names.has(nameOf(object)));
  return liveDifferences(objects, live, await kubectl.applied(there));
}

/** A line for each object that is in a live cluster and should not be. */
export async function compareOutdated(
  objects: readonly JsonObject[],
  kubectl: Kubectl,
): Promise<readonly string[]> {
  const live = await kubectl.live(objects);
  return live.map(
    (object) => `${nameOf(object)} is there, but its kind has no such webhook: delete it`,
  );
}

/**
 * Compares conversions with those of a live cluster's definitions. Nothing is tried: an apply of the conversion alone
 * would give up all else that the same user once applied.
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
  const become = new Map(conversions.map(({ name, conversion }) => [name, conversion]));
  const applied = live.map((definition) => {
    const { name } = definitionMetadata(definition);
    return withConversion(definition, become.get(String(name)) ?? {});
  });
  return liveDifferences(wanted, live, applied);
}

function definitionMetadata({ metadata }: JsonObject): JsonObject {
  return isObject(metadata) ? metadata : {};
}
