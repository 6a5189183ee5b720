/** An evaluation exceeded its cost limit. Thrown and caught only within `evaluate`. */
export class CostExceeded extends Error {
  override readonly name = "CostExceeded";
}

/**
 * The server's Go code panics here, so the expression can't handle the error. Thrown and caught only within `evaluate`.
 */
export class ServerPanic extends Error {
  override readonly name = "ServerPanic";
}
