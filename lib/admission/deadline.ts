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

/** A look-up that ends with the signal, as unavailable: what was not answered in time is no verdict. */
export function lookupBefore(signal: AbortSignal, lookup: Lookup): Lookup {
  const late = (): Error => new LookupUnavailable("the cluster did not answer in time");
  return {
    exists: (key, outer) =>
      before(signal, lookup.exists(key, AbortSignal.any([outer, signal])), late),
  };
}
