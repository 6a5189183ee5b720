import type { Lookup } from "./lookup.ts";
import { LookupUnavailable } from "./lookup.ts";

/** A handler was not ready in time. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

/** Waits for a handler, but not beyond the signal. */
export async function before<T>(
  signal: AbortSignal,
  work: T | Promise<T>,
  late: () => Error = () => new DeadlineExceeded(),
): Promise<T> {
  if (!(work instanceof Promise)) return work;
  const { promise, reject } = withReject();
  const onAbort = (): void => reject(late());
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
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

/** A look-up that ends with the signal. What fails, or is not answered in time, is unavailable: no verdict. */
export function lookupBefore(signal: AbortSignal, lookup: Lookup): Lookup {
  const late = (): Error => new LookupUnavailable("the cluster did not answer in time");
  return {
    exists: async (key, outer) => {
      try {
        const answer = lookup.exists(key, AbortSignal.any([outer, signal]));
        return await before(signal, answer, late);
      } catch (cause) {
        if (cause instanceof LookupUnavailable) throw cause;
        throw new LookupUnavailable("the look-up failed", { cause });
      }
    },
  };
}
