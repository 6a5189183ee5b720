import type { WebhookSettings } from "../admission/webhook-settings.ts";
import type { ResourceKind } from "../crd/request/resource-kind.ts";
import type { JsonObject } from "../json/value.ts";
import type { ConversionSetting } from "../protocol/webhook-client/conversion-request.ts";
import type { WebhookResponse } from "../protocol/webhook-client/http-response.ts";
import type { Verb } from "../request/routes.ts";

/** A kind in a cluster: its CustomResourceDefinition, and the webhooks registered for its objects. */
export interface ServedKind {
  readonly definition: JsonObject;
  readonly resource: ResourceKind;
  readonly plural: string;
  readonly conversion: ConversionSetting;
  /** Undefined if no mutating webhook is registered. */
  readonly mutating: RegisteredWebhook | undefined;
  /** Undefined if no validating webhook is registered. */
  readonly validating: RegisteredWebhook | undefined;
}

/**
 * A webhook that is registered for creates and updates of a kind's objects in all served versions. It is not registered
 * for DELETE, which has no object to check.
 */
export interface RegisteredWebhook {
  /** The plural, and subresources such as `pizzas/status`. */
  readonly resources: readonly string[];
  /** The webhook's name, which the server shows in denials. */
  readonly name: string;
  readonly settings: WebhookSettings;
}

/**
 * Sends a review to the webhook for a verb. If the webhook fails, the promise resolves with its HTTP error; it rejects
 * only if the simulation can't continue.
 */
export type SendToWebhook = (verb: Verb, review: JsonObject) => Promise<WebhookResponse>;

/** Thrown if a request can't be simulated, because a matchCondition fails or can't be evaluated without a cluster. */
export class NotSimulated extends Error {
  override readonly name = "NotSimulated";
}
