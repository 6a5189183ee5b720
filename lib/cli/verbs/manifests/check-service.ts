import type { JsonObject } from "../../../json/value.ts";
import type { WebhookResponse } from "../../../protocol/webhook-client/http-response.ts";
import { maskedUrl, type WebhookAddress, webhookUrl } from "./address.ts";
import { maskKeys } from "./key-mask.ts";
import type { SyntheticReview } from "./synthetic-reviews.ts";

/** Sends a review; rejects if there is no response. */
type SendReview = (url: string, review: JsonObject) => Promise<WebhookResponse>;

/**
 * Sends reviews to a service: first one, then up to four at a time. Returns a report on each review that got no response, or one
 * that kube-apiserver would refuse, in the order of the reviews and without keys. After a review without a response or with an
 * HTTP error, the remaining reviews are not sent, because they would fail too.
 */
export async function checkService(
  reviews: readonly SyntheticReview[],
  address: WebhookAddress,
  send: SendReview,
): Promise<readonly string[]> {
  const reports = new Map<number, string>();
  let isStopped = false;
  const sendOne = async (index: number, review: SyntheticReview): Promise<void> => {
    const failure = await serviceFailure(review, address, send);
    if (failure === undefined) return;
    reports.set(index, maskKeys(reportOn(review, address, failure), address));
    isStopped ||= failure.isFinal;
  };
  const pending = reviews.entries();
  const sendInTurn = async (): Promise<void> => {
    for (const [index, review] of pending) {
      if (isStopped) return;
      await sendOne(index, review);
    }
  };
  const first = pending.next();
  if (first.done !== true) await sendOne(...first.value);
  await Promise.all(Array.from({ length: concurrency }, sendInTurn));
  return [...reports].sort(([a], [b]) => a - b).map(([, text]) => text);
}

/**
 * How many reviews are sent at the same time. The number is a choice: several kinds are checked sooner, and a service that is
 * cold starts few processes for the check.
 */
const concurrency = 4;

interface CheckFailure {
  readonly received: string;
  readonly remedy: string;
  /** True if the remaining reviews would fail in the same way and need not be sent. */
  readonly isFinal: boolean;
}

async function serviceFailure(
  { verb, review, faultOf }: SyntheticReview,
  address: WebhookAddress,
  send: SendReview,
): Promise<CheckFailure | undefined> {
  const response = await send(webhookUrl(address, verb), review).catch(noResponse);
  if ("isFinal" in response) return response;
  const fault = faultOf(response);
  if (fault === undefined) return undefined;
  const { status = 200 } = response;
  return status === 200
    ? { received: fault, remedy: remedyForResponse, isFinal: false }
    : { received: `HTTP ${status}: ${fault}`, remedy: remedyFor(status), isFinal: true };
}

function noResponse(thrown: unknown): CheckFailure {
  const reason = thrown instanceof Error && thrown.message !== "" ? thrown.message : String(thrown);
  return { received: `no response: ${reason}`, remedy: remedyForNoResponse(thrown), isFinal: true };
}

function reportOn(
  { title, verb, review }: SyntheticReview,
  address: WebhookAddress,
  { received, remedy }: CheckFailure,
): string {
  const kind = String(review["apiVersion"]);
  return [
    title,
    `  sent:     ${String(review["kind"])} ${kind.slice(kind.indexOf("/") + 1)} to ${maskedUrl(address, verb)}`,
    `  received: ${received}`,
    `  remedy:   ${remedy}`,
  ].join("\n");
}

const remedyForResponse =
  "deploy a build that has this kind with its versions; customhouse check tests its conversions offline, and the service's log has details";

function remedyFor(status: number): string {
  if (status === 404) {
    return "the service does not know the cluster or its key, or the url is wrong: compare --url, --cluster and the key with the secret";
  }
  if (status === 503) {
    return "the service can't read its secret, or can't reach the cluster for a lookup: see its log. For lookups, first apply the output of --only access, and add the token to the secret with customhouse keys access";
  }
  if (status === 429) return "too many requests: wait, or raise the service's rate limits";
  return "see the logs of the service and of its gateway";
}

function remedyForNoResponse(thrown: unknown): string {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return /CERT|SIGNATURE|TLS|SSL/.test(code)
    ? "the certificate is not trusted, or is not for this host: give the certificate of its CA with --ca FILE"
    : "start or deploy the service first, and compare --url with the output of the deployment";
}
