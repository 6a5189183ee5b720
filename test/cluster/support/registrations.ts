import { setTimeout as sleep } from "node:timers/promises";
import {
  type Webhook,
  webhookConfiguration,
} from "../../../lib/cli/verbs/manifests/webhook-configuration.ts";
import { isObject, member } from "../../../lib/json/value.ts";
import { ApiError, type Client } from "./client.ts";
import type { KindUnderTest } from "./kinds.ts";
import { openResource, type Resource } from "./resource.ts";

/** How a webhook is registered with the API server. */
export interface Registration {
  readonly type: "Mutating" | "Validating";
  readonly kind: KindUnderTest;
  readonly url: string;
  /** Of the review; the first that the API server knows is sent. */
  readonly reviewVersions?: readonly string[];
  /** The versions of the kind that the rules name; others are converted to one of them. */
  readonly versions?: readonly string[];
  readonly failurePolicy?: "Fail" | "Ignore";
  /** Beside the kind's own resource: `scale`, `status`. */
  readonly subresources?: readonly string[];
  readonly operations?: readonly ("CREATE" | "UPDATE" | "DELETE")[];
}

/** The name that denials show, as in the book. */
export const webhookName = "restaurant.programming-kubernetes.info";

/** The webhook configurations of a type. */
export function configurations(client: Client, type: Registration["type"]): Resource {
  const plural = `${type.toLowerCase()}webhookconfigurations`;
  return openResource(client, { group: "admissionregistration.k8s.io", version: "v1", plural });
}

/** Registers webhooks of one type together; the API server calls them a moment later. */
export async function register(
  client: Client,
  first: Registration,
  ...more: readonly Registration[]
): Promise<void> {
  const { type } = first;
  const webhooks = [first, ...more].map(webhookOf);
  await configurations(client, type).create(webhookConfiguration(type, webhookName, webhooks));
}

/** The first webhook has the book's name; the others differ from it. */
function webhookOf(registration: Registration, index: number): Webhook {
  const { kind, url, reviewVersions, versions, failurePolicy, subresources = [] } = registration;
  const { operations } = registration;
  return {
    name: index === 0 ? webhookName : `${index}.${webhookName}`,
    client: { url },
    reviewVersions: reviewVersions ?? ["v1", "v1beta1"],
    ...(failurePolicy !== undefined && { failurePolicy }),
    rule: {
      group: kind.group,
      versions: versions ?? kind.versions,
      resources: [kind.plural, ...subresources.map((name) => `${kind.plural}/${name}`)],
      scope: "Namespaced",
      ...(operations !== undefined && { operations }),
    },
  };
}

/** Takes a registration back. */
export async function unregister(client: Client, type: Registration["type"]): Promise<void> {
  await configurations(client, type).delete(webhookName);
}

/** Repeats a call until its result fits: a change takes effect a moment after it was stored. */
export async function until<T>(call: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  let value = await call();
  for (let attempt = 0; attempt < 600 && !fits(value); attempt++) {
    await sleep(50);
    value = await call();
  }
  if (!fits(value)) throw new Error(`it stays at ${JSON.stringify(value)}`);
  return value;
}

/** The message of the ApiError that a call ends with; empty where it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "";
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** `status.details.causes` of an ApiError. */
export function causesOf(error: unknown): unknown {
  const body = error instanceof ApiError ? error.body : null;
  const details = isObject(body) ? member(body, "details") : undefined;
  return isObject(details) ? member(details, "causes") : undefined;
}
