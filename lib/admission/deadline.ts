import type { Lookup } from "../cluster/lookup.ts";
import { LookupUnavailable, tooLateText } from "../cluster/lookup.ts";

/** Ends of a review's time. Who reads one that nobody read before starts a timer. */
export interface Signals {
  /** Ends when a handler's answer would come too late. */
  readonly signal: AbortSignal;
  /** Ends much earlier: a look-up that is late gets 503, not a verdict, and may be asked again. */
  readonly lookupSignal: AbortSignal;
}

/** A handler was not ready in time. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

/** Waits for a handler, but not beyond the signal. */
export async function before<T>(
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

/** Who waits for a signal: it has one listener, as adding a listener costs time by the number there are. */
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
 * A look-up that ends with its own signal, and with the one that it is asked with. What fails, or is not answered in time,
 * is unavailable: no verdict.
 */
export function lookupBefore(signals: Signals, lookup: Lookup): Lookup {
  const late = (): Error => new LookupUnavailable(tooLateText);
  const joined = new WeakMap<AbortSignal, AbortSignal>();
  const join = (outer: AbortSignal): AbortSignal => {
    const { signal, lookupSignal } = signals;
    // The review's own signal ends later by itself.
    if (outer === signal) return lookupSignal;
    const either = joined.get(outer) ?? AbortSignal.any([outer, lookupSignal]);
    joined.set(outer, either);
    return either;
  };
  const ask = async <T>(question: (either: AbortSignal) => Promise<T>, outer: AbortSignal) => {
    try {
      return await before(signals.lookupSignal, question(join(outer)), late);
    } catch (cause) {
      if (cause instanceof LookupUnavailable) throw cause;
      throw new LookupUnavailable("the lookup failed; see the webhook's log", { cause });
    }
  };
  return {
    exists: (key, outer) => ask((either) => lookup.exists(key, either), outer),
    get: (key, outer) => ask((either) => lookup.get(key, either), outer),
    list: (key, outer) => ask((either) => lookup.list(key, either), outer),
    fresh: () => {
      const fresh = lookup.fresh?.();
      return fresh === undefined ? undefined : lookupBefore(signals, fresh);
    },
  };
}
