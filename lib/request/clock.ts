/**
 * The time of a monotonic clock, in ms from an arbitrary start. `performance` is not used, because it would load another
 * internal module of Node.
 */
export function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
