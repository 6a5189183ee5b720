import type { Caller, Callers } from "../callers/callers.ts";
import { err, ok, type Result } from "../json/result.ts";
import { type Deadline, deadlineOf } from "../request/deadline.ts";
import { type HttpAnswer, notAllowed, notFound } from "../request/http-answer.ts";
import { type Route, routeOf, type Verb } from "../request/routes.ts";

/** A request's line, as every host has it, and where it comes from. `target` is the path with its query. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
  /** The sender's address; left out where the host cannot tell. */
  readonly source?: string;
  /** The host's name for the request. */
  readonly requestId?: string;
}

/** Where a request goes, who sends it, and when its answer would come too late. */
export interface Destination {
  readonly verb: Verb;
  readonly deadline: Deadline;
  readonly caller: Caller;
}

/** What a host serves, and to whom. */
export interface Door {
  readonly callers: Callers;
  readonly serves: (route: Route) => boolean;
}

/**
 * The destination of a request, or the answer to one that has none: 404 before 405, so that nothing is learnt by method.
 * A host that ends before the server does says so in `hostMs`.
 */
export async function destinationOf(
  { method, target, source, requestId }: RequestLine,
  { callers, serves }: Door,
  hostMs?: number,
): Promise<Result<Destination, HttpAnswer>> {
  const queryAt = target.indexOf("?");
  const route = routeOf(queryAt < 0 ? target : target.slice(0, queryAt));
  if (route === undefined || !serves(route)) return err(notFound);
  // As kube-apiserver writes it; URLSearchParams would cost as much as converting a small object.
  const timeout = /[?&]timeout=([^&?]*)/.exec(target)?.[1];
  const deadline = deadlineOf(timeout, hostMs);
  const { verb, claim } = route;
  const caller = await callers.identify({ verb, claim, source, deadline, requestId });
  if (!caller.ok) return caller;
  if (method !== "POST") return err(notAllowed);
  const named = requestId === undefined ? caller.value : { ...caller.value, requestId };
  return ok({ verb, deadline, caller: named });
}
