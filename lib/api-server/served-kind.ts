import type { WebhookSettings } from "../admission/webhook-settings.ts";
import type { ResourceKind } from "../crd/request/resource-kind.ts";
import type { JsonObject } from "../json/value.ts";
import type { ConversionSetting } from "../protocol/webhook-client/conversion-request.ts";
import type { WebhookResponse } from "../protocol/webhook-client/http-response.ts";
import type { Verb } from "../request/routes.ts";

/** A kind as a cluster has it: its definition, and the webhooks that are registered for its objects. */
export interface ServedKind {
  readonly definition: JsonObject;
  readonly resource: ResourceKind;
  readonly plural: string;
  readonly conversion: ConversionSetting;
  /** Undefined where none is registered. */
  readonly mutating: RegisteredWebhook | undefined;
  readonly validating: RegisteredWebhook | undefined;
}

/**
 * A webhook that is registered for creates and updates of the objects of a kind, in all its served versions. A DELETE has no
 * object to check, so none is registered for it.
 */
export interface RegisteredWebhook {
  /** The plural, and subresources such as `pizzas/status`. */
  readonly resources: readonly string[];
  /** The name of the webhook, which denials show. */
  readonly name: string;
  readonly settings: WebhookSettings;
}

/** Sends a review to the webhook of a verb. Rejects only where the simulation can't go on; a webhook's failure is a response. */
export type AskWebhook = (verb: Verb, review: JsonObject) => Promise<WebhookResponse>;

/** A request can't be simulated: the registration of the webhook uses something that only a cluster knows. */
export class NotSimulated extends Error {
  override readonly name = "NotSimulated";
}
