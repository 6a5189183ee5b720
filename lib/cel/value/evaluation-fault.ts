/** Thrown if an evaluation exceeds its cost limit. Caught within `evaluate`. */
export class CostExceeded extends Error {
  override readonly name = "CostExceeded";
}

/**
 * Thrown in a case in which the API server's Go code panics, so that the expression can't handle the error. Caught within
 * `evaluate`.
 */
export class ServerPanic extends Error {
  override readonly name = "ServerPanic";
}
