import type { Result } from "../json/result.ts";
import { ok } from "../json/result.ts";
import type { Claim } from "../request/claim.ts";
import type { Deadline } from "../request/deadline.ts";
import type { HttpAnswer } from "../request/http-answer.ts";
import type { Verb } from "../request/routes.ts";
import type { Caller } from "../service/review-service.ts";

/** A request as far as it says who sends it. */
export interface Approach {
  readonly verb: Verb;
  /** What the path claims; undefined where it claims nothing. */
  readonly claim: Claim | undefined;
  /** The address it comes from; undefined where the host cannot tell. */
  readonly source: string | undefined;
  readonly deadline: Deadline;
  /** The host's name for the request; undefined where it has none. */
  readonly requestId: string | undefined;
}

/** Says who calls, or what to answer to who may not. Never throws. */
export interface Callers {
  identify(approach: Approach): Promise<Result<Caller, HttpAnswer>>;
}

/** Everybody, with or without a cluster and a key in the path: for the loopback interface only. */
export const everybody: Callers = { identify: async () => ok({}) };
