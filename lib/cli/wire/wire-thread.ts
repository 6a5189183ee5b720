// The thread that sends reviews for lib/cli/wire/blocking-port.ts, which waits for each result.
import { once } from "node:events";
import { connect as connectPlain } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { workerData } from "node:worker_threads";
import type { ReviewDelivery } from "../../verify/webhook/review-delivery.ts";
import { http2Sender } from "../http2-sender.ts";
import { type ReviewSender, reviewSender } from "../review-sender.ts";
import {
  maxRetries,
  type WireRequest,
  type WireResult,
  type WireThreadData,
} from "./port-messages.ts";

/** The most bytes of a response: more than a review of the largest objects (1.5 MiB) needs. */
const maxBytes = 64 * 1024 * 1024;

const data: WireThreadData = workerData;
const state = new Int32Array(data.state);
const connection = {
  ...(data.ca !== undefined && { ca: data.ca }),
  ...(data.connectTo !== undefined && { connectTo: data.connectTo }),
  maxBytes,
};
/**
 * The timeout of reviews with the delivery `short-timeout`, in seconds: callers other than kube-apiserver may request it. The
 * number is a choice: half of the default for admissions, and long enough for a webhook on a cold start.
 */
const shortTimeoutSeconds = 5;
const usualSender = senderWith(data.timeoutSeconds);
const shortSender = senderWith(Math.min(shortTimeoutSeconds, data.timeoutSeconds));
const http2 = {
  send: http2Sender({ ...connection, timeoutSeconds: data.timeoutSeconds }),
  timeoutSeconds: data.timeoutSeconds,
};

/** How a review is sent, and for how many seconds a response is awaited. */
interface TimedSender {
  readonly send: ReviewSender["send"];
  readonly timeoutSeconds: number;
}

data.port.on("message", (request: WireRequest) => {
  handle(request).then((result) => {
    data.port.postMessage(result);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  });
});

/** The result of a request. Never rejects. */
async function handle(request: WireRequest): Promise<WireResult> {
  const delivery = request.type === "send" ? request.delivery : undefined;
  const sender = senderFor(delivery);
  const work =
    request.type === "connect" ? connect() : sendReview(sender, request.review, delivery);
  return work.catch((fault) => lostResult(fault, sender.timeoutSeconds));
}

function senderFor(delivery: ReviewDelivery | undefined): TimedSender {
  if (delivery === "http2") return http2;
  return delivery === "short-timeout" ? shortSender : usualSender;
}

function senderWith(timeoutSeconds: number): TimedSender {
  const longestWaitSeconds = timeoutSeconds;
  const { send } = reviewSender({
    ...connection,
    retries: maxRetries,
    longestWaitSeconds,
    timeoutSeconds,
  });
  return { send, timeoutSeconds };
}

/** Opens a connection as for a review, including TLS, and closes it without sending anything. */
async function connect(): Promise<WireResult> {
  const { protocol, hostname, port } = new URL(data.url);
  const isPlain = protocol === "http:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const to = data.connectTo ?? { host, port: Number(port || (isPlain ? 80 : 443)) };
  const isAddress = /^[\d.]+$|:/.test(host);
  const socket = isPlain
    ? connectPlain(to)
    : connectTls({
        ...to,
        ...(isAddress ? {} : { servername: host }),
        ...(data.ca !== undefined && { ca: data.ca }),
        ALPNProtocols: ["h2", "http/1.1"],
      });
  await once(socket, isPlain ? "connect" : "secureConnect", {
    signal: AbortSignal.timeout(data.timeoutSeconds * 1000),
  });
  const offersHttp2 = socket instanceof TLSSocket && socket.alpnProtocol === "h2";
  socket.destroy();
  return { type: "connected", offersHttp2 };
}

async function sendReview(
  sender: TimedSender,
  review: string,
  delivery: ReviewDelivery | undefined,
): Promise<WireResult> {
  const sendOnce = async (): Promise<WireResult> => {
    const response = await sender.send(data.url, review);
    return delivery === "kept-connection" && !response.isReused
      ? { type: "lost", reason: "the webhook closes the connection after a response" }
      : { type: "response", response };
  };
  // A server may close an idle connection just as it is used again. Then the review is sent once more, as by kube-apiserver.
  return sendOnce().catch((fault: unknown) => {
    if (isReset(fault)) return sendOnce();
    throw fault;
  });
}

function isReset(fault: unknown): boolean {
  const codes: readonly unknown[] = ["ECONNRESET", "EPIPE"];
  return fault instanceof Error && "code" in fault && codes.includes(fault.code);
}

function lostResult(fault: unknown, timeoutSeconds: number): WireResult {
  const isTimeout =
    fault instanceof Error && (fault.name === "TimeoutError" || fault.name === "AbortError");
  if (isTimeout) {
    const reason = `no response within ${timeoutSeconds} s`;
    return { type: "lost", reason, timedOut: true };
  }
  const reason = fault instanceof Error ? fault.message : String(fault);
  return { type: "lost", reason: `the connection failed: ${reason}` };
}
