import { setTimeout as sleep } from "node:timers/promises";
import type { Deadline } from "./deadline.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { Verb } from "./routes.ts";

/**
 * The answer to a request that can be tried again, with a whole number of seconds in Retry-After: kube-apiserver then
 * asks up to ten times again. A conversion comes again after `afterSeconds`. An admission's timeout counts on between
 * attempts: where it has no room for pauses, the waiting is done here, inside the attempt's share, and the server comes
 * again at once.
 */
export async function askAgain(
  verb: Verb,
  answer: HttpAnswer,
  { attempt }: Deadline,
  afterSeconds = 1,
): Promise<HttpAnswer> {
  if (verb === "convert") return withRetryAfter(answer, afterSeconds);
  if (attempt.afterSeconds === 0) await sleep(attempt.leftMs());
  return withRetryAfter(answer, attempt.afterSeconds);
}

function withRetryAfter(answer: HttpAnswer, seconds: number): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, "Retry-After": String(seconds) } };
}
