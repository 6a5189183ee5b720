import type { Throttle } from "./api.ts";

/** Takes a token of a bucket: false where it is empty. */
export type TakeToken = () => boolean;

/** A full token bucket; without a throttle it never is empty. */
export function openBucket(
  throttle: Throttle | undefined,
  now = () => performance.now(),
): TakeToken {
  if (throttle === undefined) return () => true;
  const { rate, burst } = throttle;
  let tokens = burst;
  let at = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - at) / 1000) * rate);
    at = time;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
