import type { Lookup } from "../cluster/lookup.ts";
import type { Result } from "../json/result.ts";
import { ok } from "../json/result.ts";
import type { Claim } from "../request/claim.ts";
import type { Deadline } from "../request/deadline.ts";
import type { HttpAnswer } from "../request/http-answer.ts";
import type { Verb } from "../request/routes.ts";

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

/** Who asks, as far as the host could tell. */
export interface Caller {
  /** The cluster's name, as its url has it. */
  readonly cluster?: string;
  /** Which of its keys proved that. */
  readonly key?: "current" | "previous";
  /** Asks that cluster; left out where none is connected. */
  readonly lookup?: Lookup;
  /** The host's name for the request. */
  readonly requestId?: string;
  /** Why the host cannot carry an answer to him: the review then fails with that. Undefined where it can. */
  readonly uncarried?: (answer: HttpAnswer) => Promise<string | undefined>;
}

/** Says who calls, or what to answer to who may not. Never throws. */
export interface Callers {
  identify(approach: Approach): Promise<Result<Caller, HttpAnswer>>;
}

/** Everybody, with or without a cluster and a key in the path: for the loopback interface only. */
export const everybody: Callers = { identify: async () => ok({}) };
