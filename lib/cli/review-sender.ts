import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, request } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import type { WebhookResponse } from "../protocol/webhook-client/http-response.ts";
import type { ConnectTo } from "./server/connection.ts";

/** A response with its HTTP status. `isReused`: it came over the connection of an earlier response; absent over HTTP/2. */
export type ReceivedResponse = WebhookResponse & {
  readonly status: number;
  readonly isReused?: boolean;
};

/** Sends reviews over persistent connections: by HTTPS, or by HTTP for an http url. */
export interface ReviewSender {
  /** Sends a review (JSON text). Rejects with Node's errors of the connection, after a timeout, and for a too long response. */
  send(url: string, review: string): Promise<ReceivedResponse>;
  close(): void;
}

/** The CA and the address of a sender's connections, and its limits for retries, time and bytes. */
interface ReviewSenderOptions {
  /** The CA (PEM) to trust instead of the usual root CAs, as the API server does with a caBundle. */
  readonly ca?: string;
  /** The address to connect to instead of the url's host. The certificate must still be for the url's host. */
  readonly connectTo?: ConnectTo | undefined;
  /** How often at most a review is sent again after a response with Retry-After. Default: 10, as in kube-apiserver. */
  readonly retries?: number;
  /**
   * The longest Retry-After that is followed, in seconds; a response with a longer one is returned. Default: no limit.
   */
  readonly longestWaitSeconds?: number;
  /** How long to wait for a response. Default: 30, as in kube-apiserver for conversions. */
  readonly timeoutSeconds?: number;
  /** The most bytes of a response. A longer one is an error. Default: no limit, as in kube-apiserver. */
  readonly maxBytes?: number;
}

/** kube-apiserver's timeout for conversions. */
const conversionTimeoutSeconds = 30;

/**
 * Creates a sender that works as kube-apiserver does: it sends a POST with `?timeout=`, follows redirects, and retries after a
 * 429 or 5xx with Retry-After.
 * Source: https://github.com/kubernetes/client-go/blob/44a8af2fee83/rest/with_retry.go.
 */
export function reviewSender({
  ca,
  connectTo,
  retries = 10,
  timeoutSeconds = conversionTimeoutSeconds,
  maxBytes = Number.POSITIVE_INFINITY,
  longestWaitSeconds = Number.POSITIVE_INFINITY,
}: ReviewSenderOptions = {}): ReviewSender {
  const agent = new Agent({ keepAlive: true, ...(ca !== undefined && { ca }) });
  const plainAgent = new PlainAgent({ keepAlive: true });
  const connection = { agent, plainAgent, connectTo, maxBytes };
  return {
    send: async (url, review) => {
      for (let retry = 0; ; retry++) {
        const { response, retryAfter } = await withRedirects(
          url,
          timeoutSeconds,
          (target, signal) => post(connection, target, review, signal),
        );
        const isFinal = retryAfter === undefined || retryAfter > longestWaitSeconds;
        if (isFinal || retry === retries) return response;
        await sleep(retryAfter * 1000);
      }
    },
    close: () => {
      agent.destroy();
      plainAgent.destroy();
    },
  };
}

interface PostResult extends Redirecting {
  /** Seconds until the next try; undefined if the response is not a 429 or 5xx with Retry-After. */
  readonly retryAfter: number | undefined;
}

/** A response, and the url in its header Location. */
export interface Redirecting {
  readonly response: ReceivedResponse;
  readonly location: string | undefined;
}

/** The most redirects that are followed, as in Go. */
const maxRedirects = 10;

/**
 * Sends a request with `?timeout=`, and again to the url of a redirect with 307 or 308, as kube-apiserver does: all within the
 * timeout. Unlike it, follows no redirect to another origin, which must not get objects of a cluster.
 */
export async function withRedirects<T extends Redirecting>(
  url: string,
  timeoutSeconds: number,
  send: (url: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  let target = `${url}?timeout=${timeoutSeconds}s`;
  for (let redirects = 0; ; redirects++) {
    const result = await send(target, signal);
    const { response, location } = result;
    if (response.status !== 307 && response.status !== 308) return result;
    if (location === undefined || redirects === maxRedirects || !URL.canParse(location, target)) {
      return result;
    }
    const next = new URL(location, target);
    if (next.origin !== new URL(url).origin) return result;
    target = next.href;
  }
}

interface Connection {
  readonly agent: Agent;
  readonly plainAgent: PlainAgent;
  readonly maxBytes: number;
  readonly connectTo: ReviewSenderOptions["connectTo"] | undefined;
}

async function post(
  connection: Connection,
  url: string,
  body: string,
  signal: AbortSignal,
): Promise<PostResult> {
  const { connectTo } = connection;
  const { hostname: servername, host, protocol } = new URL(url);
  const isPlain = protocol === "http:";
  const connectOptions = connectTo && {
    hostname: connectTo.host,
    port: connectTo.port,
    servername,
  };
  return new Promise((resolve, reject) => {
    const send = isPlain ? plainRequest : request;
    const outgoing = send(url, {
      agent: isPlain ? connection.plainAgent : connection.agent,
      ...connectOptions,
      method: "POST",
      headers: {
        host,
        ...reviewHeaders(body),
      },
      signal,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      const contentType = headers["content-type"];
      const again = Number(headers["retry-after"]);
      const isAgain = (status === 429 || status >= 500) && Number.isInteger(again) && again >= 0;
      receivedText(incoming, headers["content-encoding"], connection.maxBytes).then(
        (responseBody) =>
          resolve({
            location: headers.location,
            response: {
              status,
              body: responseBody,
              isReused: outgoing.reusedSocket,
              ...(contentType !== undefined && { contentType }),
            },
            retryAfter: isAgain ? again : undefined,
          }),
        reject,
      );
    });
    outgoing.end(body);
  });
}

/** The headers of a review except Host. They are those of kube-apiserver, but for `user-agent`. */
export function reviewHeaders(body: string) {
  return {
    accept: "application/json, */*",
    "accept-encoding": "gzip",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "user-agent": "customhouse",
  };
}

/**
 * Reads the body of a response, and decompresses it if its Content-Encoding is gzip. If it has more than `maxBytes`, closes the
 * connection and rejects.
 */
export async function receivedText(
  incoming: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<string> {
  const isCompressed = encoding?.toLowerCase() === "gzip";
  // An error of either stream destroys both, and rejects below.
  const body = isCompressed ? pipeline(incoming, createGunzip(), () => undefined) : incoming;
  let left = maxBytes;
  body.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy(new Error(`the response has more than ${maxBytes} bytes`));
  });
  return text(body);
}
