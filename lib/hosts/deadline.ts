/** kube-apiserver's timeout for conversions, fixed; admission's is 10 s unless the webhook says otherwise, 30 s at most. */
const longestTimeoutMs = 30_000;

/** What the way back may take: the answer must be there before the caller or the gateway hangs up. */
const marginMs = 1_000;

/** What is left to answer a look-up with 503 once it is known to be late. */
const lookupMarginMs = 500;

/** When the parts of an answer would come too late. Signals cost a timer each: only admission takes them. */
export interface Deadline {
  readonly expired: () => boolean;
  /** Ends when a handler's answer would come too late, and a little earlier for a look-up. */
  readonly signals: () => { readonly signal: AbortSignal; readonly lookupSignal: AbortSignal };
}

/**
 * The deadline that the server's `?timeout=` sets, less a margin for the way back; a host that ends earlier says so in
 * `hostMs`. Never less than a quarter of the timeout, so that a timeout of 1 s leaves something to work with.
 */
export function deadlineOf(
  timeout: string | null | undefined,
  hostMs = longestTimeoutMs,
): Deadline {
  const givenMs = Math.max(0, Math.min(timeoutMsOf(timeout), longestTimeoutMs, hostMs));
  const ms = Math.max(givenMs - marginMs, givenMs / 4);
  const end = performance.now() + ms;
  return {
    expired: () => performance.now() > end,
    signals: () => ({
      signal: AbortSignal.timeout(Math.floor(ms)),
      lookupSignal: AbortSignal.timeout(Math.floor(Math.max(ms - lookupMarginMs, ms / 2))),
    }),
  };
}

/** A Go duration of whole seconds, as kube-apiserver sends it (`10s`); the longest where it is none. */
function timeoutMsOf(timeout: string | null | undefined): number {
  const seconds = /^(\d{1,4})s$/.exec(timeout ?? "")?.[1];
  return seconds === undefined || Number(seconds) === 0 ? longestTimeoutMs : Number(seconds) * 1000;
}
