import type { Caller, Callers } from "../callers/callers.ts";
import { err, ok, type Result } from "../json/result.ts";
import { type Deadline, deadlineOf } from "../request/deadline.ts";
import { type HttpResponse, notAllowed, notFound } from "../request/http-response.ts";
import { type Route, routeOf, type Verb } from "../request/routes.ts";

/** What a host knows of a request besides its body. `target` is the path with its query. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
  /** The sender's address; left out if the host does not know it. */
  readonly source?: string;
  /** The host's id for the request. */
  readonly requestId?: string;
}

/** The verb that a request's path names, who sent the request, and when a response would be too late. */
interface Destination {
  readonly verb: Verb;
  readonly deadline: Deadline;
  readonly caller: Caller;
}

/** The routes that a host serves, and the callers that may use them. */
export interface RoutingOptions {
  readonly callers: Callers;
  readonly serves: (route: Route) => boolean;
}

/**
 * The destination of a request. The error is the response that refuses the request: 404 for an unknown path, else the response
 * of `callers` if they refuse the caller, else 405 for a wrong method, which comes last because it reveals that a path exists.
 * `hostMs` is the host's own time limit in ms.
 */
export async function destinationOf(
  { method, target, source, requestId }: RequestLine,
  { callers, serves }: RoutingOptions,
  hostMs?: number,
): Promise<Result<Destination, HttpResponse>> {
  const queryAt = target.indexOf("?");
  const route = routeOf(queryAt < 0 ? target : target.slice(0, queryAt));
  if (route === undefined || !serves(route)) return err(notFound);
  // kube-apiserver does not encode the timeout. URLSearchParams would take as long as the conversion of a small object.
  const timeout = /[?&]timeout=([^&?]*)/.exec(target)?.[1];
  const deadline = deadlineOf(timeout, hostMs);
  const { verb, credentials } = route;
  const caller = await callers.identify({ verb, credentials, source, deadline, requestId });
  if (!caller.ok) return caller;
  if (method !== "POST") return err(notAllowed);
  const named = requestId === undefined ? caller.value : { ...caller.value, requestId };
  return ok({ verb, deadline, caller: named });
}
