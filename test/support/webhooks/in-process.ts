import { factsOf } from "../../../lib/cli/kinds/crd-facts.ts";
import { readDefinition } from "../../../lib/cli/kinds/definitions.ts";
import type { CheckedWebhook } from "../../../lib/verify/webhook/black-box.ts";
import type { ReceivedReview } from "../../../lib/verify/webhook/received-review.ts";
import type { ReviewDelivery } from "../../../lib/verify/webhook/review-delivery.ts";
import type { ReviewPort } from "../../../lib/verify/webhook/review-port.ts";
import { answer, type WebhookFault, type WebhookReply } from "./webhook.ts";

/** The definition of the Jobs that the webhooks of these tests convert. */
export const jobCrd = "test/support/webhooks/crd.yaml";

/** A webhook for Jobs in this process. The laws see the same of it as of a webhook behind a url. */
export function webhookInProcess(fault?: WebhookFault): CheckedWebhook {
  const webhook = checkedInProcess(jobCrd, (review) => answer(review, fault));
  const inWay = (way: ReviewDelivery) => (review: string) =>
    received(fault?.way?.(way) ?? answer(review, fault));
  return {
    ...webhook,
    reviewVersions: ["v1", "v1beta1"],
    sendsHostile: true,
    webhook: { ...webhook.webhook, deliveries: new Map(ways.map((way) => [way, inWay(way)])) },
  };
}

/** A function as a webhook, for the definition in a file. */
export function checkedInProcess(
  crdFile: string,
  reply: (review: string) => WebhookReply,
): CheckedWebhook {
  return {
    crd: factsOf(readDefinition(crdFile)),
    reviewVersions: ["v1"],
    samples: [],
    webhook: portInProcess(reply),
  };
}

/** A port to a function in this process. */
export function portInProcess(reply: (review: string) => WebhookReply): ReviewPort {
  return { ended: () => undefined, send: (review) => received(reply(review)) };
}

function received(given: WebhookReply): ReceivedReview {
  if (typeof given === "string") return { type: "lost", reason: "the connection failed" };
  return { type: "response", response: given };
}

const ways: readonly ReviewDelivery[] = ["http2", "kept-connection", "short-timeout"];
