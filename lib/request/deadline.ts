import type { DeadlineSignals } from "../admission/deadline.ts";
import { lazily } from "../json/lazily.ts";
import { nowMs } from "./clock.ts";

/** kube-apiserver's fixed timeout for conversions, in ms. For admission the default is 10 s and the maximum 30 s. */
const longestTimeoutMs = 30_000;

/**
 * Time reserved to send the response before the caller or the gateway closes the connection, in ms. With more, reviews would
 * fail that could still be finished; with less, a caller with a slow connection would get no response.
 */
const marginMs = 1_000;

/**
 * The most attempts at one admission. kube-apiserver sends a request once, and up to ten times more while
 * responses have Retry-After, all within the timeout. If the last response is in time, the user sees its Status; if the
 * timeout ends first, the user sees the whole URL with the key in it.
 * Source: https://github.com/kubernetes/client-go/blob/44a8af2fee83/rest/request.go, defaultMaxRetries; measured in
 * test/cluster/callers.test.ts.
 */
const attempts = 11;
/**
 * The part of the timeout that all attempts and the pauses between them may take. The rest is for the network. The number is a
 * choice: of the default of 10 s, each of the eleven attempts has half a second, and a third of a second for the network.
 */
const attemptsShare = 0.6;

/**
 * The shortest timeout, in ms, that leaves time for a pause of a second between all attempts. 60 % of 25 s are 15 s: ten
 * pauses take 10 s, and eleven attempts of 0.45 s take the rest.
 */
const minTimeoutWithPausesMs = 25_000;

/**
 * The shortest timeout, in ms, that leaves time for a pause of a second between all attempts if each is refused at
 * once, for example because of its rate: ten pauses take 10 s, and 4 s are left for eleven requests over the network.
 */
const minTimeoutIfRefusedMs = 14_000;

/** How long one attempt at an admission may wait for a decision, and when the server should try again. */
interface Attempt {
  /** Returns how many milliseconds this attempt may still take. */
  readonly leftMs: () => number;
  /** Seconds until the next attempt: 0 if the timeout leaves no time for pauses. */
  readonly afterSeconds: 0 | 1;
  /** Seconds until the next attempt if this one is refused at once, which leaves more time for pauses. */
  readonly afterRefusalSeconds: 0 | 1;
}

/** The time limits of one request: when its response would be too late, and when its lookups would be too late. */
export interface Deadline {
  readonly expired: () => boolean;
  readonly signals: () => DeadlineSignals;
  readonly attempt: Attempt;
}

/**
 * The deadline for a request that arrives now. `timeout` is the value of `?timeout=` in its query, and `hostMs` the host's own
 * limit in ms. A margin of 1 s to send the response is subtracted, but at least a quarter of the time remains.
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
  const afterSeconds = givenMs < minTimeoutWithPausesMs ? 0 : 1;
  const waitingMs = afterSeconds * 1000 * (attempts - 1);
  const attemptMs = (givenMs * attemptsShare - waitingMs) / attempts;
  return {
    expired: () => nowMs() > end,
    signals: () => signalsAt(end, start + attemptMs),
    attempt: {
      afterSeconds,
      afterRefusalSeconds: timeoutMs < minTimeoutIfRefusedMs ? 0 : 1,
      leftMs: () => Math.max(0, start + attemptMs - nowMs()),
    },
  };
}

/**
 * Signals that abort at given times of {@link nowMs}. Each is created when it is first read: it costs a timer, and most
 * reviews need no signal.
 */
function signalsAt(end: number, lookupEnd: number): DeadlineSignals {
  let signal: AbortSignal | undefined;
  let lookupSignal: AbortSignal | undefined;
  return {
    get signal() {
      signal ??= signalAbortingIn(end - nowMs());
      return signal;
    },
    get lookupSignal() {
      lookupSignal ??= signalAbortingIn(lookupEnd - nowMs());
      return lookupSignal;
    },
  };
}

/**
 * A signal that aborts after some milliseconds. `AbortSignal.timeout` costs several times as much, because it uses weak
 * references.
 */
function signalAbortingIn(ms: number): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort(deadlinePassed());
  setTimeout(end, Math.max(0, Math.floor(ms))).unref();
  return controller.signal;
}

/**
 * The reason of all these signals. Every signal aborts, even long after its review, and to create a reason for each would take five
 * times as long as the rest. Its stack would not name the code of the review.
 */
const deadlinePassed = lazily(
  () => new DOMException("the deadline of the request has passed", "TimeoutError"),
);

/**
 * The milliseconds of a timeout in whole seconds, as kube-apiserver sends it (`10s`). Any other text counts as the
 * longest timeout.
 */
function timeoutMsOf(timeout: string | null | undefined): number {
  const seconds = timeout?.endsWith("s") ? timeout.slice(0, -1) : "";
  const isWhole = seconds.length <= 4 && /^\d+$/.test(seconds);
  return isWhole && Number(seconds) > 0 ? Number(seconds) * 1000 : longestTimeoutMs;
}
