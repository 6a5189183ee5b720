import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";
import {
  cronTab,
  type KindUnderTest,
  metadataOf,
  pizza,
  printedCronTab,
} from "../cluster/support/kinds.ts";
import type { Exchange } from "../cluster/support/relay.ts";
import type { Resource } from "../cluster/support/resource.ts";
import type { World } from "../cluster/support/world.ts";

/** What to do in a cluster to have a review sent, and which of the reviews it causes is meant. */
export interface RecordedCase {
  readonly name: string;
  /** For the manifest: what was done. */
  readonly how: string;
  /** May be refused: that is a result too. */
  act(scene: Scene): Promise<unknown>;
  readonly is: (review: JsonObject, exchange: Exchange) => boolean;
}

/** The objects of the example kinds in their versions. */
export interface Scene {
  readonly cron: { readonly v1: Resource; readonly v1beta1: Resource };
  readonly printed: { readonly v1: Resource; readonly v1beta1: Resource };
  readonly pizza: { readonly v1alpha1: Resource; readonly v1beta1: Resource };
}

/** The scene of a world in which the kinds are defined. */
export function sceneOf(world: World): Scene {
  const both = (kind: KindUnderTest) => ({
    v1: world.objects(kind, "v1"),
    v1beta1: world.objects(kind, "v1beta1"),
  });
  const pizzas = {
    v1alpha1: world.objects(pizza, "v1alpha1"),
    v1beta1: world.objects(pizza, "v1beta1"),
  };
  return { cron: both(cronTab), printed: both(printedCronTab), pizza: pizzas };
}

/** A ConversionReview to a version, of an object that fits. */
export function conversion(
  to: string,
  fits: (object: JsonObject) => boolean = () => true,
): RecordedCase["is"] {
  return (review) => {
    const request = requestOf(review);
    const desired = member(request, "desiredAPIVersion");
    const objects = member(request, "objects") ?? [];
    const all = isArray(objects) ? objects.filter(isObject) : [];
    return typeof desired === "string" && desired.endsWith(`/${to}`) && all.some(fits);
  };
}

/** An AdmissionReview of an operation, at a path that begins so. */
export function admission(
  path: string,
  operation: string,
  fits: (request: JsonObject) => boolean = () => true,
): RecordedCase["is"] {
  return (review, exchange) => {
    const request = requestOf(review);
    const isMeant = exchange.path.startsWith(path) && member(request, "operation") === operation;
    return isMeant && fits(request);
  };
}

export function requestOf(review: JsonObject): JsonObject {
  const request = member(review, "request");
  return isObject(request) ? request : {};
}

/** True of an object with this name. */
export function named(name: string): (object: JsonObject) => boolean {
  return (object) => member(metadataOf(object), "name") === name;
}

/** An object to send, in a kind's version. */
export function whole(
  kind: KindUnderTest,
  version: string,
  metadata: JsonObject,
  body: JsonObject,
): JsonObject {
  return { apiVersion: `${kind.group}/${version}`, kind: kind.kind, metadata, ...body };
}

/** The member at a path of maps. */
export function at(object: JsonValue, ...path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path) value = isObject(value) ? member(value, key) : undefined;
  return value;
}
