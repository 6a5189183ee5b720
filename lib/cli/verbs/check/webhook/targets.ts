import type { JsonObject } from "../../../../json/value.ts";
import type { AdmissionRegistration } from "../../../../verify/webhook/admission/registration.ts";
import type { WebhookReport } from "../../../../verify/webhook/check-webhook.ts";
import type { ConnectTo } from "../../../server/connection.ts";
import type { WebhookKind } from "./kind-option.ts";

/** A webhook to check, and how it is reached. */
export interface WebhookTarget {
  /** The name of the webhook in output: scheme and host, never the path, which may hold a key. */
  readonly shown: string;
  readonly url: string;
  /** PEM of the only CA to trust; undefined for those that Node trusts. */
  readonly ca: string | undefined;
  /** Where the connection is made, if not to the url's host. */
  readonly connectTo?: ConnectTo;
  /** True for a webhook that may serve a cluster: it is left alone as soon as it fails. */
  readonly isCareful: boolean;
  /** How the webhook is registered for admission; left out for a conversion webhook. */
  readonly admission?: AdmissionRegistration;
}

/** The webhooks to check, and those that are not, with the reason. */
export interface WebhookTargets {
  readonly targets: readonly WebhookTarget[];
  readonly skipped: readonly string[];
}

/** The webhooks that a command line names, their kind, and what keeps them reachable until it is disposed of. */
export interface ChosenWebhooks extends WebhookTargets, AsyncDisposable {
  readonly kind: WebhookKind;
  /** Objects of the cluster, for the conversion webhook that its own definition names and for no other. */
  readonly live: readonly JsonObject[];
}

/** The report on a webhook, which one it is, how many reviews it was sent, and how long each took in the median. */
export interface TargetReport {
  readonly target: WebhookTarget;
  readonly report: WebhookReport;
  readonly sent: number;
  readonly medianMs: number;
}
