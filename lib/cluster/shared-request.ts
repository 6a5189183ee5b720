/**
 * One request for which several lookups wait. After the last lookup stopped waiting, the request continues for a while:
 * if a review had no decision, the server retries it, and the retry finds the result.
 */
export class SharedRequest<T> {
  readonly #abort = new AbortController();
  readonly #result: Promise<T>;
  readonly #lingerMs: number;
  #waiting = 0;
  #ending: NodeJS.Timeout | undefined;

  constructor(request: (signal: AbortSignal) => Promise<T>, lingerMs: number) {
    this.#lingerMs = lingerMs;
    this.#result = request(this.#abort.signal);
    const stopTimer = (): void => clearTimeout(this.#ending);
    this.#result.then(stopTimer, stopTimer); // a rejection that nothing handles would end the process
  }

  /** True once the request was aborted because no lookup waited for it. Then no lookup can join it. */
  get isAbandoned(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Waits for the result. Throws `late()` when the signal aborts; the signal must not be aborted yet. */
  async join(signal: AbortSignal, late: () => Error): Promise<T> {
    this.#waiting++;
    clearTimeout(this.#ending);
    const { promise: end, reject } = rejectablePromise<T>();
    const leave = (): void => {
      if (--this.#waiting === 0) this.#linger();
      reject(late());
    };
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([end, this.#result]);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  #linger(): void {
    this.#ending = setTimeout(() => this.#abort.abort(), this.#lingerMs).unref();
  }
}

function rejectablePromise<T>(): {
  readonly promise: Promise<T>;
  readonly reject: (error: Error) => void;
} {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((_, settle) => {
    reject = settle;
  });
  return { promise, reject };
}
