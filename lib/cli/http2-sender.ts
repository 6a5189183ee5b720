import { once } from "node:events";
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { connect as connectTls } from "node:tls";
import {
  type ReceivedResponse,
  type Redirecting,
  receivedText,
  reviewHeaders,
  withRedirects,
} from "./review-sender.ts";
import type { ConnectTo } from "./server/connection.ts";

/** Whom a sender trusts, where it connects, how long it waits and how much it reads. */
interface Http2SenderOptions {
  readonly ca?: string;
  readonly connectTo?: ConnectTo;
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
}

/** Sends a review over HTTP/2. Errors: Node's own errors of the connection. */
type Http2Send = (url: string, review: string) => Promise<ReceivedResponse>;

/** A sender that keeps one session open, as kube-apiserver does with a webhook that offers h2. */
export function http2Sender(options: Http2SenderOptions): Http2Send {
  let session: ClientHttp2Session | undefined;
  return async (url, review) => {
    if (session === undefined || session.closed || session.destroyed) {
      session = openSession(url, options);
    }
    const open = session;
    const { timeoutSeconds, maxBytes } = options;
    const { response } = await withRedirects(url, timeoutSeconds, (target, signal) =>
      post(open, { url: target, review, signal, maxBytes }),
    );
    return response;
  };
}

function openSession(url: string, { ca, connectTo }: Http2SenderOptions): ClientHttp2Session {
  const { hostname, origin, port } = new URL(url);
  const to = connectTo ?? { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port || 443) };
  const isAddress = /^[\d.]+$|:/.test(hostname);
  const session = connect(origin, {
    createConnection: () =>
      connectTls({
        ...to,
        ...(isAddress ? {} : { servername: hostname }),
        ...(ca !== undefined && { ca }),
        ALPNProtocols: ["h2"],
      }),
  });
  // Without a listener, Node would throw the error. The requests on the session reject too.
  session.on("error", () => undefined);
  return session;
}

interface Http2Post extends Pick<Http2SenderOptions, "maxBytes"> {
  readonly url: string;
  readonly review: string;
  readonly signal: AbortSignal;
}

async function post(
  session: ClientHttp2Session,
  { url, review, signal, maxBytes }: Http2Post,
): Promise<Redirecting> {
  const { pathname, search } = new URL(url);
  const stream = session.request(
    { ...reviewHeaders(review), ":method": "POST", ":path": `${pathname}${search}` },
    { signal },
  );
  stream.end(review);
  const [headers]: readonly IncomingHttpHeaders[] = await once(stream, "response");
  const { "content-type": contentType, "content-encoding": encoding, location } = headers ?? {};
  const body = await receivedText(stream, encoding, maxBytes);
  const response = {
    status: Number(headers?.[":status"]),
    body,
    ...(contentType !== undefined && { contentType }),
  };
  return { response, location };
}
