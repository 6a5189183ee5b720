// The thread that sends reviews for lib/cli/wire/blocking-port.ts, which waits for each result.
import { once } from "node:events";
import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import { workerData } from "node:worker_threads";
import { reviewSender } from "../review-sender.ts";
import type { WireRequest, WireResult, WireThreadData } from "./port-messages.ts";

/**
 * How often a review is sent again after a response with Retry-After. kube-apiserver retries more often, but a webhook that is
 * unavailable for so long should be reported.
 */
const retries = 3;
/** The most bytes of a response: more than a review of the largest objects (1.5 MiB) needs. */
const maxBytes = 64 * 1024 * 1024;

const data: WireThreadData = workerData;
const state = new Int32Array(data.state);
const sender = reviewSender({
  retries,
  maxBytes,
  longestWaitSeconds: data.timeoutSeconds,
  timeoutSeconds: data.timeoutSeconds,
  ...(data.ca !== undefined && { ca: data.ca }),
  ...(data.connectTo !== undefined && { connectTo: data.connectTo }),
});

data.port.on("message", (request: WireRequest) => {
  const work = request.type === "connect" ? connect() : send(request.review);
  work.catch(lost).then((result) => {
    data.port.postMessage(result);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  });
});

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
      });
  await once(socket, isPlain ? "connect" : "secureConnect", {
    signal: AbortSignal.timeout(data.timeoutSeconds * 1000),
  });
  socket.destroy();
  return { type: "connected" };
}

async function send(review: string): Promise<WireResult> {
  const sendOnce = async (): Promise<WireResult> => ({
    type: "response",
    response: await sender.send(data.url, review),
  });
  // A server may close an idle connection just when it is used again. kube-apiserver's client also sends once more then.
  return sendOnce().catch((fault: unknown) => (isReset(fault) ? sendOnce() : lost(fault)));
}

function isReset(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && fault.code === "ECONNRESET";
}

function lost(fault: unknown): WireResult {
  const isTimeout =
    fault instanceof Error && (fault.name === "TimeoutError" || fault.name === "AbortError");
  if (isTimeout) {
    const reason = `no response within ${data.timeoutSeconds} s`;
    return { type: "lost", reason, timedOut: true };
  }
  const reason = fault instanceof Error ? fault.message : String(fault);
  return { type: "lost", reason: `the connection failed: ${reason}` };
}
