/** The result of a function that may fail in an expected way: it returns the error and does not throw it. */
export type Result<T, E> = Ok<T> | Err<E>;

/** A success. */
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

/** A failure. */
export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** The result of a success. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** The result of a failure. */
export function err<E>(error: E): Err<E> {
  return { ok: false, error };
}
