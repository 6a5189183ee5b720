import type { JsonObject } from "../../../../json/value.ts";
import type { AdmissionRegistration } from "../../../../verify/webhook/admission/registration.ts";
import type { WebhookReport } from "../../../../verify/webhook/check-webhook.ts";
import type { ConnectTo } from "../../../server/connection.ts";
import type { WebhookKind } from "./kind-option.ts";

/** A webhook to check, and how it is reached. */
export interface WebhookTarget {
  /** The webhook as printed: its Service, or scheme and host of its url, never the path, which may hold a key. */
  readonly shown: string;
  readonly url: string;
  /** PEM of the only CA to trust; undefined for those that Node trusts. */
  readonly ca: string | undefined;
  /** The address to connect to; left out for the URL's host. */
  readonly connectTo?: ConnectTo;
  /** True for a webhook that may serve a cluster: nothing more is sent after a lost connection, or three HTTP 5xx in a row. */
  readonly isCareful: boolean;
  /** How the webhook is registered for admission; left out for a conversion webhook. */
  readonly admission?: AdmissionRegistration;
}

/** The webhooks to check, and a text for each one that is skipped, with the reason. */
export interface WebhookTargets {
  readonly targets: readonly WebhookTarget[];
  readonly skipped: readonly string[];
}

/** The webhooks that a command line names, and their kind. Disposing of it closes the port forwards to them. */
export interface ChosenWebhooks extends WebhookTargets, AsyncDisposable {
  readonly kind: WebhookKind;
  /** Objects of the cluster. Only the conversion webhook that the kind's own definition names may be sent them. */
  readonly live: readonly JsonObject[];
}

/** The report on a webhook, with the number of reviews that were sent and the median time of a review in ms. */
export interface TargetReport {
  readonly target: WebhookTarget;
  readonly report: WebhookReport;
  readonly sent: number;
  readonly medianMs: number;
}
