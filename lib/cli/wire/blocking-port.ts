import { extname } from "node:path";
import { performance } from "node:perf_hooks";
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import { assertDefined } from "../../json/invariant.ts";
import type { ReceivedReview } from "../../verify/webhook/received-review.ts";
import type { ReviewDelivery } from "../../verify/webhook/review-delivery.ts";
import type { ReviewPort, StopReason } from "../../verify/webhook/review-port.ts";
import { UsageError } from "../command.ts";
import { withConnectionRemedy } from "../server/connection-remedy.ts";
import { waitForFlag } from "./flag.ts";
import {
  maxRetries,
  type WireOptions,
  type WireRequest,
  type WireResult,
  type WireThreadData,
} from "./port-messages.ts";

/** A connection to a webhook. It sends reviews one after another, and blocks until each response. */
export interface BlockingPort extends ReviewPort {
  /** The number of reviews sent so far. */
  readonly sent: () => number;
  /** The median time of a review, in milliseconds; 0 before the first one. */
  readonly medianMs: () => number;
  readonly close: () => Promise<unknown>;
}

/** The limits of a port. When one is reached, `ended` returns the reason, and the caller sends nothing more. */
export interface PortLimits {
  readonly maxReviews: number;
  readonly maxSeconds: number;
  /** True for a webhook that may serve a cluster: nothing more is sent after a lost connection, or three HTTP 5xx in a row. */
  readonly isCareful: boolean;
  /** The most bytes of a review. A larger one is not sent, and ends the port. Left out: no limit. */
  readonly maxBytes?: number;
}

/** The module of the thread: JavaScript in the package, TypeScript in a checkout. */
const thread = new URL(`./wire-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Opens a port that blocks until each response, because laws and generators are synchronous functions. A separate thread sends
 * the reviews.
 *
 * Errors: {@link UsageError} if no connection can be made. The message has only the url's host, because its path may be secret.
 */
export function openBlockingPort(options: WireOptions, limits: PortLimits): BlockingPort {
  const state = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const { port1: port, port2 } = new MessageChannel();
  const workerData: WireThreadData = { ...options, state, port: port2 };
  const worker = new Worker(thread, { workerData, transferList: [port2], execArgv: [] });
  const close = (): Promise<unknown> => {
    port.close();
    return worker.terminate();
  };
  const longest = (options.timeoutSeconds * longestTries + startSeconds) * 1000;
  const flag = new Int32Array(state);
  const requestThread = (request: WireRequest): WireResult => {
    Atomics.store(flag, 0, 0);
    port.postMessage(request);
    waitForFlag(flag, longest);
    return resultOn(port);
  };
  const connected = requestThread({ type: "connect" });
  if (connected.type !== "connected") {
    void close();
    throw new UsageError(noConnectionText(options, connected));
  }
  const watch = new PortWatch(limits);
  const send = (review: string, delivery?: ReviewDelivery): ReceivedReview => {
    if (watch.end?.isFault === true || watch.isTooLarge(review)) {
      return { type: "lost", reason: watch.end?.reason ?? "" };
    }
    const start = performance.now();
    const result = requestThread({
      type: "send",
      review,
      ...(delivery !== undefined && { delivery }),
    });
    if (result.type === "connected") throw new Error("a review has the result of connecting");
    if (delivery === undefined) watch.add(result, performance.now() - start);
    else watch.count();
    return result;
  };
  const deliveries: readonly ReviewDelivery[] = [
    ...(connected.offersHttp2 ? (["http2"] as const) : []),
    "kept-connection",
    "short-timeout",
  ];
  return {
    send: (review) => send(review),
    deliveries: new Map(
      deliveries.map((delivery) => [delivery, (review: string) => send(review, delivery)]),
    ),
    ended: () => watch.end,
    sent: () => watch.sent,
    medianMs: () => watch.medianMs,
    close,
  };
}

/** The most timeouts and pauses that one review takes in sequence; doubled, since a reset connection sends it again. */
const longestTries = 2 * (2 * maxRetries + 1);
/**
 * The time for the thread to start, in seconds, also on a busy machine. The number is a choice: it has to be longer than any
 * start, and only ends a wait that would never end.
 */
const startSeconds = 60;

function resultOn(port: MessagePort): WireResult {
  return assertDefined(
    receiveMessageOnPort(port)?.message,
    "the thread that sends has a result for each request",
  );
}

function noConnectionText({ url, ca }: WireOptions, result: WireResult): string {
  const { host } = new URL(url);
  const text = result.type === "lost" ? result.reason : "the connection failed";
  return `${host} can't be reached: ${withConnectionRemedy(text, ca, "--ca, or of the caBundle")}`;
}

/**
 * The number of HTTP 5xx in a row after which nothing more is sent to a webhook that may serve a cluster. The number is a
 * choice: one may be chance, and more would add load to a webhook that is failing for its cluster.
 */
const maxFailures = 3;

/** Counts reviews and failures, and decides when a port has ended. */
class PortWatch {
  readonly #limits: PortLimits;
  readonly #start = performance.now();
  readonly #durationsMs: number[] = [];
  #sent = 0;
  #failures = 0;
  #fault: string | undefined;
  #tooLarge: string | undefined;

  constructor(limits: PortLimits) {
    this.#limits = limits;
  }

  get sent(): number {
    return this.#sent;
  }

  get medianMs(): number {
    const sorted = this.#durationsMs.toSorted((one, other) => one - other);
    return sorted[sorted.length >> 1] ?? 0;
  }

  /** True for a review that is too large to be sent; the port then ends. */
  isTooLarge(review: string): boolean {
    const { maxBytes = Number.POSITIVE_INFINITY } = this.#limits;
    const bytes = Buffer.byteLength(review);
    if (bytes <= maxBytes) return false;
    this.#tooLarge = `a review would have ${bytes} bytes, and more than ${maxBytes} are sent only with --hostile`;
    return true;
  }

  get end(): StopReason | undefined {
    if (this.#fault !== undefined) return { reason: this.#fault, isFault: true };
    if (this.#tooLarge !== undefined) return { reason: this.#tooLarge, isFault: false };
    const { maxReviews, maxSeconds } = this.#limits;
    const budget = "the budget is used up";
    if (this.#sent >= maxReviews)
      return { reason: `${budget}: ${maxReviews} reviews`, isFault: false };
    const seconds = (performance.now() - this.#start) / 1000;
    return seconds < maxSeconds
      ? undefined
      : { reason: `${budget}: ${maxSeconds} s`, isFault: false };
  }

  /**
   * Counts a review that was sent by a {@link ReviewDelivery}. Its duration and result are not recorded, because they may differ
   * from those of usual reviews.
   */
  count(): void {
    this.#sent++;
  }

  add(result: ReceivedReview & { readonly timedOut?: boolean }, durationMs: number): void {
    this.#sent++;
    this.#durationsMs.push(durationMs);
    const isFailure = result.type === "response" && (result.response.status ?? 200) >= 500;
    this.#failures = isFailure ? this.#failures + 1 : 0;
    if (result.type === "lost" && result.timedOut === true) {
      // The port ends: each further review could take as long as the timeout.
      this.#fault = result.reason;
    }
    if (!this.#limits.isCareful) return;
    if (result.type === "lost") this.#fault = result.reason;
    if (this.#failures >= maxFailures)
      this.#fault = `${maxFailures} responses in a row were HTTP 5xx`;
  }
}
