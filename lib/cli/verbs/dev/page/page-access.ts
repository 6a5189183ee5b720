import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The Host that every request to the page must have, and the token that a request for data must have. */
export interface PageAccess {
  /** The only accepted Host header: `127.0.0.1:54321`. */
  readonly host: string;
  readonly token: string;
}

/** Why a request is refused, as an HTTP status and a text. */
interface PageRefusal {
  readonly status: 401 | 403 | 405;
  readonly text: string;
}

/**
 * Checks Host, Origin and method of every request; undefined if it is allowed. A request by a name that resolves to 127.0.0.1 has
 * another Host, and one from another site's page has another Origin.
 */
export function refusalOf(request: IncomingMessage, { host }: PageAccess): PageRefusal | undefined {
  if (request.headersDistinct["host"]?.join() !== host) {
    return { status: 403, text: "wrong Host header: open the url that customhouse dev printed" };
  }
  const origins = request.headersDistinct["origin"];
  if (origins !== undefined && origins.join() !== `http://${host}`) {
    return { status: 403, text: "another origin may not read this page" };
  }
  return request.method === "GET"
    ? undefined
    : { status: 405, text: "the page is read-only: only GET is allowed" };
}

/**
 * Checks a request for data, after {@link refusalOf}; undefined if it is allowed. A browser sends no Origin with a GET of the
 * same origin, so the header Sec-Fetch-Site is required then.
 */
export function dataRefusalOf(
  request: IncomingMessage,
  access: PageAccess,
): PageRefusal | undefined {
  const { origin, authorization = "" } = request.headers;
  if (origin === undefined && request.headers["sec-fetch-site"] !== "same-origin") {
    return { status: 403, text: "only the page itself may read its events" };
  }
  const isKnown = timingSafeEqual(hashOf(authorization), hashOf(`Bearer ${access.token}`));
  return isKnown
    ? undefined
    : { status: 401, text: "wrong token: open the url that the running customhouse dev printed" };
}

/** The hash of a text, because the constant-time comparison needs inputs of the same length. */
function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
