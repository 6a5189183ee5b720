import type { Lookup } from "../cluster/lookup.ts";
import type { Result } from "../json/result.ts";
import { ok } from "../json/result.ts";
import type { Deadline } from "../request/deadline.ts";
import type { HttpResponse } from "../request/http-response.ts";
import type { PathCredentials } from "../request/path-credentials.ts";
import type { Verb } from "../request/routes.ts";

/** What is known of a request when its sender has to be identified. */
export interface RequestOrigin {
  readonly verb: Verb;
  /** Undefined if the path has no credentials. */
  readonly credentials: PathCredentials | undefined;
  /** The sender's address; undefined if the host does not know it. */
  readonly source: string | undefined;
  readonly deadline: Deadline;
  /** The host's id of the request; undefined if the host has none. */
  readonly requestId: string | undefined;
}

/** The sender of a request. Fields are left out if unknown. */
export interface Caller {
  /** The cluster's name, as in its URL. */
  readonly cluster?: string;
  /** Which of the cluster's keys is in the path. */
  readonly key?: "current" | "previous";
  /** The lookups in that cluster; left out if no cluster is connected. */
  readonly lookup?: Lookup;
  /** The host's id of the request. */
  readonly requestId?: string;
  /**
   * Returns why the host can't send a response to the caller, for example because it is too large: the review then fails
   * with this text. Undefined if the host can send it.
   */
  readonly sizeFault?: (response: HttpResponse) => Promise<string | undefined>;
}

/** Identifies callers. The error is the response to a sender who may not call, or not yet. Never throws. */
export interface Callers {
  identify(request: RequestOrigin): Promise<Result<Caller, HttpResponse>>;
}

/**
 * Accepts every caller, with or without credentials in the path. Meant for the loopback interface and for `--no-key`.
 */
export const everybody: Callers = { identify: async () => ok({}) };
