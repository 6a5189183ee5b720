import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Who may read the page: its own origin, with the token of this start. */
export interface PageAccess {
  /** `127.0.0.1:54321`, the only Host that is answered. */
  readonly host: string;
  readonly token: string;
}

/** Why a request is refused, as an HTTP status and a text. */
interface PageRefusal {
  readonly status: 401 | 403 | 405;
  readonly text: string;
}

/**
 * Judges a request before anything is looked up. A name that resolves to 127.0.0.1 has another Host; a page of another site
 * has another Origin. Undefined where the request may be answered.
 */
export function refusalOf(request: IncomingMessage, { host }: PageAccess): PageRefusal | undefined {
  if (request.headersDistinct["host"]?.join() !== host) {
    return { status: 403, text: "this is another host's page" };
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
 * Judges a request for data, after {@link refusalOf}. A browser sends no Origin with a GET of the same origin; then
 * Sec-Fetch-Site has to say so.
 */
export function dataRefusalOf(
  request: IncomingMessage,
  access: PageAccess,
): PageRefusal | undefined {
  const { origin, authorization = "" } = request.headers;
  if (origin === undefined && request.headers["sec-fetch-site"] !== "same-origin") {
    return { status: 403, text: "events need the page's own Origin" };
  }
  const isKnown = timingSafeEqual(hashOf(authorization), hashOf(`Bearer ${access.token}`));
  return isKnown
    ? undefined
    : { status: 401, text: "open the url that customhouse dev printed at this start" };
}

/** The hash of a text. Hashes have the same length, as the comparison needs them. */
function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
