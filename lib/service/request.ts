import type { Caller, Callers } from "../callers/callers.ts";
import { err, ok, type Result } from "../json/result.ts";
import { type Deadline, deadlineOf } from "../request/deadline.ts";
import { type HttpResponse, notAllowed, notFound } from "../request/http-response.ts";
import { type Route, routeOf, type Verb } from "../request/routes.ts";

/** A request's first line and its sender, as every host knows them. `target` is the path with its query. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
  /** The sender's address; left out where the host does not know it. */
  readonly source?: string;
  /** The host's id of the request. */
  readonly requestId?: string;
}

/** A request's verb, its sender, and when its response would come too late. */
interface Destination {
  readonly verb: Verb;
  readonly deadline: Deadline;
  readonly caller: Caller;
}

/** Which routes a host serves, and to which callers. */
export interface RoutingOptions {
  readonly callers: Callers;
  readonly serves: (route: Route) => boolean;
}

/**
 * The destination of a request, or the response to one that has none: 404 before 405, so that a method reveals nothing
 * about a path. `hostMs` is the host's own time limit.
 */
export async function destinationOf(
  { method, target, source, requestId }: RequestLine,
  { callers, serves }: RoutingOptions,
  hostMs?: number,
): Promise<Result<Destination, HttpResponse>> {
  const queryAt = target.indexOf("?");
  const route = routeOf(queryAt < 0 ? target : target.slice(0, queryAt));
  if (route === undefined || !serves(route)) return err(notFound);
  // As kube-apiserver writes it; URLSearchParams would cost as much as converting a small object.
  const timeout = /[?&]timeout=([^&?]*)/.exec(target)?.[1];
  const deadline = deadlineOf(timeout, hostMs);
  const { verb, credentials } = route;
  const caller = await callers.identify({ verb, credentials, source, deadline, requestId });
  if (!caller.ok) return caller;
  if (method !== "POST") return err(notAllowed);
  const named = requestId === undefined ? caller.value : { ...caller.value, requestId };
  return ok({ verb, deadline, caller: named });
}
