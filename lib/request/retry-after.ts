import type { Deadline } from "./deadline.ts";
import type { HttpResponse } from "./http-response.ts";
import type { Verb } from "./routes.ts";

/**
 * Adds Retry-After, in whole seconds, to a response without a decision: kube-apiserver then retries up to ten times.
 * For a conversion it is 1. An admission's timeout also includes the pauses between attempts: if the timeout leaves no time
 * for pauses, this function waits for the rest of the attempt's time and sets 0, so that the server retries at once.
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

/** Adds Retry-After to the response for a request that exceeds its cluster's rate: `afterSeconds` for a conversion. */
export function rateLimitedResponse(
  verb: Verb,
  response: HttpResponse,
  { attempt }: Deadline,
  afterSeconds: number,
): HttpResponse {
  return withRetryAfter(response, verb === "convert" ? afterSeconds : attempt.afterRefusalSeconds);
}

function withRetryAfter(response: HttpResponse, seconds: number): HttpResponse {
  return { ...response, headers: { ...response.headers, "Retry-After": String(seconds) } };
}
