import type { Lookup } from "../cluster/lookup.ts";
import { LookupUnavailable, tooLateText } from "../cluster/lookup.ts";

/** The time limits of a review, as signals. A signal's timer starts when the signal is first read. */
export interface DeadlineSignals {
  /** Aborts when a handler's result would be too late for a response. */
  readonly signal: AbortSignal;
  /**
   * Aborts much earlier than `signal`. After a lookup that is too late, the response is HTTP 503 without a decision,
   * and the server retries.
   */
  readonly lookupSignal: AbortSignal;
}

/** Thrown if a handler or a conversion did not finish in time. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

/** Waits for a promise until the signal aborts, then throws the error that `late` creates. */
export async function withDeadline<T>(
  signal: AbortSignal,
  work: Promise<T>,
  late: () => Error = () => new DeadlineExceeded(),
): Promise<T> {
  const { promise, reject } = withReject();
  const onAbort = (): void => reject(late());
  if (signal.aborted) onAbort();
  const listeners = listenersOf(signal);
  listeners.add(onAbort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    listeners.delete(onAbort);
  }
}

/**
 * The listeners of each signal. The signal itself has one listener, which calls all of these: adding a listener to an
 * AbortSignal takes time proportional to the number of its listeners.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

function listenersOf(signal: AbortSignal): Set<() => void> {
  const known = waiting.get(signal);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  waiting.set(signal, listeners);
  signal.addEventListener(
    "abort",
    () => {
      for (const listener of listeners) listener();
    },
    { once: true },
  );
  return listeners;
}

function withReject(): {
  readonly promise: Promise<never>;
  readonly reject: (error: Error) => void;
} {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_, settle) => {
    reject = settle;
  });
  return { promise, reject };
}

/**
 * Limits the time of lookups: each lookup ends when the review's lookup signal aborts, or the signal passed to the
 * lookup if that is earlier. A lookup that fails or is too late throws {@link LookupUnavailable}.
 */
export function lookupWithDeadline(signals: DeadlineSignals, lookup: Lookup): Lookup {
  const deadlinePassed = (): Error => new LookupUnavailable(tooLateText);
  const joined = new WeakMap<AbortSignal, AbortSignal>();
  const join = (outer: AbortSignal): AbortSignal => {
    const { signal, lookupSignal } = signals;
    // The handlers' signal always aborts later than the lookup signal.
    if (outer === signal) return lookupSignal;
    const either = joined.get(outer) ?? AbortSignal.any([outer, lookupSignal]);
    joined.set(outer, either);
    return either;
  };
  const withBothSignals = async <T>(
    run: (either: AbortSignal) => Promise<T>,
    outer: AbortSignal,
  ) => {
    try {
      return await withDeadline(signals.lookupSignal, run(join(outer)), deadlinePassed);
    } catch (cause) {
      if (cause instanceof LookupUnavailable) throw cause;
      throw new LookupUnavailable("the lookup failed; see the webhook's log", { cause });
    }
  };
  return {
    exists: (key, outer) => withBothSignals((either) => lookup.exists(key, either), outer),
    get: (key, outer) => withBothSignals((either) => lookup.get(key, either), outer),
    list: (key, outer) => withBothSignals((either) => lookup.list(key, either), outer),
    fresh: () => {
      const fresh = lookup.fresh?.();
      return fresh === undefined ? undefined : lookupWithDeadline(signals, fresh);
    },
  };
}
