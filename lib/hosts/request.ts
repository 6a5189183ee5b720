import type { HttpAnswer } from "./http-answer.ts";
import { notAllowed, notFound } from "./http-answer.ts";
import type { Service } from "./review-service.ts";
import { type Route, routeOf } from "./routes.ts";

/** A request's line, as every host has it. `target` is the path with its query. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
}

/** Where a request goes, and the `timeout` of its query. */
export interface Destination {
  readonly route: Route;
  readonly timeout: string | null;
}

/** The destination of a request, or the answer to one that has none: 404 before 405, so that nothing is learnt by method. */
export function destinationOf(
  { method, target }: RequestLine,
  service: Service,
):
  | { readonly ok: true; readonly value: Destination }
  | { readonly ok: false; readonly error: HttpAnswer } {
  const [path = "", query = ""] = target.split("?", 2);
  const route = routeOf(path);
  if (route === undefined || !service.serves(route)) return { ok: false, error: notFound };
  if (method !== "POST") return { ok: false, error: notAllowed };
  return { ok: true, value: { route, timeout: new URLSearchParams(query).get("timeout") } };
}
