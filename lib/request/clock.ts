/** Milliseconds of a clock that never goes back. `performance` would load a room of Node's own with the first reading. */
export function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
