import type { Signals } from "../admission/deadline.ts";
import { nowMs } from "./clock.ts";

/** kube-apiserver's fixed timeout for conversions; for admission it is 10 s by default and 30 s at most. */
const longestTimeoutMs = 30_000;

/** Time to send the response before the caller or the gateway closes the connection. */
const marginMs = 1_000;

/**
 * kube-apiserver calls once and then retries up to ten times while responses have Retry-After, all within an
 * admission's timeout. If the last response is in time, the user sees its Status; if the timeout ends first, the user
 * sees the whole url with the key in it. So all attempts and the pauses between them may take `attemptsShare` of the
 * timeout; the rest is for the network.
 * Source: https://github.com/kubernetes/client-go/blob/v0.36.3/rest/request.go, defaultMaxRetries; measured in
 * test/cluster/callers.test.ts.
 */
const attempts = 11;
const attemptsShare = 0.6;

/** The shortest timeout that allows a pause of a second between all attempts. */
const roomyMs = 25_000;

/** The shortest timeout that allows a pause of a second between all attempts if each is refused at once. */
const pausesMs = 14_000;

/** How long one attempt at an admission may wait for a decision, and when the server should try again. */
interface Attempt {
  /** Milliseconds, from now, that this attempt may still take. */
  readonly leftMs: () => number;
  /** Seconds until the next attempt: 0 if the timeout leaves no time for pauses. */
  readonly afterSeconds: 0 | 1;
  /** Seconds until the next attempt after one that is refused at once, which takes no time itself. */
  readonly turnedAwaySeconds: 0 | 1;
}

/** The time limits of a request: when its response, or a lookup for it, would come too late. */
export interface Deadline {
  readonly expired: () => boolean;
  readonly signals: () => Signals;
  readonly attempt: Attempt;
}

/**
 * The deadline that follows from the server's `?timeout=`, less a margin to send the response. `hostMs` is the host's
 * own limit. The time is never less than a quarter of the timeout, so that a timeout of 1 s leaves some.
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

/** Signals that abort at given times. Each is created at its first use: it costs a timer, and most reviews need none. */
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

/**
 * A signal that aborts after some milliseconds. AbortSignal.timeout costs several times as much, because it holds its
 * signals weakly.
 */
function endingIn(ms: number): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort(new DOMException(passedText, "TimeoutError"));
  setTimeout(end, Math.max(0, Math.floor(ms))).unref();
  return controller.signal;
}

const passedText = "the deadline of the request has passed";

/** The milliseconds of a Go duration of whole seconds, as kube-apiserver sends it (`10s`); else the longest timeout. */
function timeoutMsOf(timeout: string | null | undefined): number {
  const seconds = timeout?.endsWith("s") ? timeout.slice(0, -1) : "";
  const isWhole = seconds.length <= 4 && /^\d+$/.test(seconds);
  return isWhole && Number(seconds) > 0 ? Number(seconds) * 1000 : longestTimeoutMs;
}
