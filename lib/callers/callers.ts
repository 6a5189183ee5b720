import type { Lookup } from "../cluster/lookup.ts";
import type { Result } from "../json/result.ts";
import { ok } from "../json/result.ts";
import type { Deadline } from "../request/deadline.ts";
import type { HttpResponse } from "../request/http-response.ts";
import type { PathCredentials } from "../request/path-credentials.ts";
import type { Verb } from "../request/routes.ts";

/** What a request says about its sender. */
export interface RequestOrigin {
  readonly verb: Verb;
  /** Undefined where the path has none. */
  readonly credentials: PathCredentials | undefined;
  /** The sender's address; undefined where the host does not know it. */
  readonly source: string | undefined;
  readonly deadline: Deadline;
  /** The host's name for the request; undefined where it has none. */
  readonly requestId: string | undefined;
}

/** The sender of a request, as far as the host knows it. */
export interface Caller {
  /** The cluster's name, as its url has it. */
  readonly cluster?: string;
  /** Which of its keys the path has. */
  readonly key?: "current" | "previous";
  /** The lookups in that cluster; left out where none is connected. */
  readonly lookup?: Lookup;
  /** The host's id of the request. */
  readonly requestId?: string;
  /**
   * Returns why the host can't send a response to the caller, for example because it is too large; the review then
   * fails with this text. Undefined if it can be sent.
   */
  readonly sizeFault?: (response: HttpResponse) => Promise<string | undefined>;
}

/** Identifies callers; the error is the response to one who may not call. Never throws. */
export interface Callers {
  identify(request: RequestOrigin): Promise<Result<Caller, HttpResponse>>;
}

/** Accepts every caller, with or without credentials in the path: for the loopback interface only. */
export const everybody: Callers = { identify: async () => ok({}) };
