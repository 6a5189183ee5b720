import type { JsonObject } from "../../../json/value.ts";
import type { WebhookResponse } from "../../../protocol/webhook-client/http-response.ts";
import { shownUrl, type WebhookAddress, webhookUrl } from "./address.ts";
import { maskKeys } from "./key-mask.ts";
import type { SyntheticReview } from "./synthetic-reviews.ts";

/** Sends a review; rejects where no answer comes. */
export type Send = (url: string, review: JsonObject) => Promise<WebhookResponse>;

/**
 * Sends reviews to a service, the first alone and then a few at a time, and gives a report on each whose answer
 * kube-apiserver would not take. Where a call fails altogether, the rest is not sent: it would fare alike. Reports are in
 * the order of the reviews and hold no key.
 */
export async function checkService(
  reviews: readonly SyntheticReview[],
  address: WebhookAddress,
  send: Send,
): Promise<readonly string[]> {
  const reports = new Map<number, string>();
  let isOver = false;
  const sendOne = async (index: number, review: SyntheticReview): Promise<void> => {
    const outcome = await outcomeOf(review, address, send);
    if (outcome === undefined) return;
    reports.set(index, maskKeys(reportOn(review, address, outcome), address));
    isOver ||= outcome.isFinal;
  };
  const waiting = reviews.entries();
  const sendInTurn = async (): Promise<void> => {
    for (const [index, review] of waiting) {
      if (isOver) return;
      await sendOne(index, review);
    }
  };
  const first = waiting.next();
  if (first.done !== true) await sendOne(...first.value);
  await Promise.all(Array.from({ length: atOnce }, sendInTurn));
  return [...reports].sort(([a], [b]) => a - b).map(([, text]) => text);
}

/** Reviews that are under way at the same time. */
const atOnce = 4;

interface Outcome {
  readonly came: string;
  readonly remedy: string;
  /** True where the other reviews need not be sent. */
  readonly isFinal: boolean;
}

async function outcomeOf(
  { verb, review, faultOf }: SyntheticReview,
  address: WebhookAddress,
  send: Send,
): Promise<Outcome | undefined> {
  const response = await send(webhookUrl(address, verb), review).catch(silence);
  if ("isFinal" in response) return response;
  const fault = faultOf(response);
  if (fault === undefined) return undefined;
  const { status = 200 } = response;
  return status === 200
    ? { came: fault, remedy: remedyForAnswer, isFinal: false }
    : { came: `HTTP ${status}: ${fault}`, remedy: remedyFor(status), isFinal: true };
}

function silence(thrown: unknown): Outcome {
  const said = thrown instanceof Error && thrown.message !== "" ? thrown.message : String(thrown);
  return { came: `no answer: ${said}`, remedy: remedyForSilence(thrown), isFinal: true };
}

function reportOn(
  { title, verb, review }: SyntheticReview,
  address: WebhookAddress,
  { came, remedy }: Outcome,
): string {
  const kind = String(review["apiVersion"]);
  return [
    title,
    `  sent:   ${String(review["kind"])} ${kind.slice(kind.indexOf("/") + 1)} to ${shownUrl(address, verb)}`,
    `  came:   ${came}`,
    `  remedy: ${remedy}`,
  ].join("\n");
}

const remedyForAnswer =
  "deploy the build that has this kind and its versions; customhouse check tries its conversions offline, the log of the functions has the rest";

function remedyFor(status: number): string {
  if (status === 404) {
    return "the service knows no such cluster, its key is another one, or the url is not the service's: compare --url, --cluster and the key with the secret";
  }
  if (status === 503) {
    return "the service cannot read its secret, or cannot ask the cluster for a look-up: see its log; for the look-ups' user apply --only access first and put its token into the secret";
  }
  if (status === 429) return "too many calls: wait, or raise the service's limits";
  return "see the log of the functions and of the gateway before them";
}

function remedyForSilence(thrown: unknown): string {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return /CERT|SIGNATURE|TLS|SSL/.test(code)
    ? "the certificate is not trusted or not for this host: give the CA's certificate with --ca FILE"
    : "start or deploy the service first, and compare --url with what the deployment says";
}
