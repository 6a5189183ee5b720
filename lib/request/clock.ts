/** Milliseconds of a monotonic clock. `performance` would load another internal module of Node at its first use. */
export function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
