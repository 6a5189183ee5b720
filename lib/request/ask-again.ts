import type { Deadline } from "./deadline.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { Verb } from "./routes.ts";

/**
 * The answer to a review that got no verdict, with a whole number of seconds in Retry-After: kube-apiserver then asks up to
 * ten times again. A conversion comes again after a second. An admission's timeout counts on between attempts: where it
 * has no room for pauses, the waiting is done here, inside the attempt's share, and the server comes again at once.
 */
export async function askAgain(
  verb: Verb,
  answer: HttpAnswer,
  { attempt }: Deadline,
): Promise<HttpAnswer> {
  if (verb === "convert") return withRetryAfter(answer, 1);
  if (attempt.afterSeconds === 0)
    await new Promise((resolve) => setTimeout(resolve, attempt.leftMs()));
  return withRetryAfter(answer, attempt.afterSeconds);
}

/** The answer to a request that is turned away for its cluster's sake: no function waits for it. */
export function comeLater(
  verb: Verb,
  answer: HttpAnswer,
  { attempt }: Deadline,
  afterSeconds: number,
): HttpAnswer {
  return withRetryAfter(answer, verb === "convert" ? afterSeconds : attempt.turnedAwaySeconds);
}

function withRetryAfter(answer: HttpAnswer, seconds: number): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, "Retry-After": String(seconds) } };
}
