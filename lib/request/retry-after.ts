import type { Deadline } from "./deadline.ts";
import type { HttpResponse } from "./http-response.ts";
import type { Verb } from "./routes.ts";

/**
 * The response to a review without a decision, with a whole number of seconds in Retry-After: kube-apiserver then retries
 * up to ten times. It retries a conversion after a second. The timeout of an admission also runs between attempts: where
 * it leaves no time for pauses, this function waits for the rest of the attempt's share, and the server retries at once.
 */
export async function retryResponse(
  verb: Verb,
  response: HttpResponse,
  { attempt }: Deadline,
): Promise<HttpResponse> {
  if (verb === "convert") return withRetryAfter(response, 1);
  if (attempt.afterSeconds === 0)
    await new Promise((resolve) => setTimeout(resolve, attempt.leftMs()));
  return withRetryAfter(response, attempt.afterSeconds);
}

/** The response to a request beyond its cluster's rate, sent without waiting. */
export function rateLimitedResponse(
  verb: Verb,
  response: HttpResponse,
  { attempt }: Deadline,
  afterSeconds: number,
): HttpResponse {
  return withRetryAfter(response, verb === "convert" ? afterSeconds : attempt.turnedAwaySeconds);
}

function withRetryAfter(response: HttpResponse, seconds: number): HttpResponse {
  return { ...response, headers: { ...response.headers, "Retry-After": String(seconds) } };
}
