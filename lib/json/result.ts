/** The result of a function that can fail in an expected way. The error is returned, not thrown. */
export type Result<T, E> = Ok<T> | Err<E>;

/** The result of a function that succeeded. */
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

/** The result of a function that failed. */
export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** Creates the result of a success. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** Creates the result of a failure. */
export function err<E>(error: E): Err<E> {
  return { ok: false, error };
}
