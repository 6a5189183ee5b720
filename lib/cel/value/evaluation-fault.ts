/** An evaluation that would cost more than it may. Only `evaluate` throws it, and catches it. */
export class CostExceeded extends Error {
  override readonly name = "CostExceeded";
}

/**
 * A place where the server's own program breaks off, whatever the expression would make of an error there. Only
 * `evaluate` throws it, and catches it.
 */
export class BrokenOff extends Error {
  override readonly name = "BrokenOff";
}
