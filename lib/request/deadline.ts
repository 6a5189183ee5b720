import type { Signals } from "../admission/deadline.ts";
import { nowMs } from "./clock.ts";

/** kube-apiserver's timeout for conversions, fixed; admission's is 10 s unless the webhook says otherwise, 30 s at most. */
const longestTimeoutMs = 30_000;

/** What the way back may take: the answer must be there before the caller or the gateway hangs up. */
const marginMs = 1_000;

/**
 * kube-apiserver calls once and then ten times again where an answer bears Retry-After, all within an admission's
 * timeout. If that ends meanwhile the user reads the whole url, key and all; if the last answer comes in time, its
 * Status. So the attempts and the seconds between them take this share of it, and the network has the rest.
 *
 * Source: k8s.io/client-go@v0.36.3 rest/request.go, defaultMaxRetries; measured in test/cluster/callers.test.ts.
 */
const attempts = 11;
const attemptsShare = 0.6;

/** From this timeout on there is room for a second between attempts. */
const roomyMs = 25_000;

/** From this timeout on a second between attempts that take no time of their own has room. */
const pausesMs = 14_000;

/** How an admission without a verdict comes again. */
export interface Attempt {
  /** Milliseconds, from now, that this one of several attempts may still take. */
  readonly leftMs: () => number;
  /** Seconds until the next: 0 where the timeout has no room for pauses. */
  readonly afterSeconds: 0 | 1;
  /** The same where an attempt is turned away at once. */
  readonly turnedAwaySeconds: 0 | 1;
}

/** When the parts of an answer would come too late. */
export interface Deadline {
  readonly expired: () => boolean;
  readonly signals: () => Signals;
  readonly attempt: Attempt;
}

/**
 * The deadline that the server's `?timeout=` sets, less a margin for the way back; a host that ends earlier says so in
 * `hostMs`. Never less than a quarter of the timeout, so that a timeout of 1 s leaves something to work with.
 */
export function deadlineOf(
  timeout: string | null | undefined,
  hostMs = longestTimeoutMs,
): Deadline {
  const timeoutMs = timeoutMsOf(timeout);
  const givenMs = Math.max(0, Math.min(timeoutMs, longestTimeoutMs, hostMs));
  const ms = Math.max(givenMs - marginMs, givenMs / 4);
  const start = nowMs();
  const end = start + ms;
  const afterSeconds = givenMs < roomyMs ? 0 : 1;
  const waitingMs = afterSeconds * 1000 * (attempts - 1);
  const attemptMs = (givenMs * attemptsShare - waitingMs) / attempts;
  return {
    expired: () => nowMs() > end,
    signals: () => signalsAt(end, start + attemptMs),
    attempt: {
      afterSeconds,
      turnedAwaySeconds: timeoutMs < pausesMs ? 0 : 1,
      leftMs: () => Math.max(0, start + attemptMs - nowMs()),
    },
  };
}

/** Signals that end at points of time. A signal costs a timer, and most reviews wait for nothing: each is made when asked for. */
function signalsAt(end: number, lookupEnd: number): Signals {
  let signal: AbortSignal | undefined;
  let lookupSignal: AbortSignal | undefined;
  return {
    get signal() {
      signal ??= endingIn(end - nowMs());
      return signal;
    },
    get lookupSignal() {
      lookupSignal ??= endingIn(lookupEnd - nowMs());
      return lookupSignal;
    },
  };
}

/** As AbortSignal.timeout, which costs several times as much: it also lets go of signals that nobody holds. */
function endingIn(ms: number): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort(new DOMException(passedText, "TimeoutError"));
  setTimeout(end, Math.max(0, Math.floor(ms))).unref();
  return controller.signal;
}

const passedText = "the deadline of the request has passed";

/** A Go duration of whole seconds, as kube-apiserver sends it (`10s`); the longest where it is none. */
function timeoutMsOf(timeout: string | null | undefined): number {
  const seconds = timeout?.endsWith("s") ? timeout.slice(0, -1) : "";
  const isWhole = seconds.length <= 4 && /^\d+$/.test(seconds);
  return isWhole && Number(seconds) > 0 ? Number(seconds) * 1000 : longestTimeoutMs;
}
