/** One question for several askers: it ends when it is answered, or when the last who waits has left. */
export class SharedQuestion<T> {
  readonly #abort = new AbortController();
  readonly #answer: Promise<T>;
  #askers = 0;

  constructor(question: (signal: AbortSignal) => Promise<T>) {
    this.#answer = question(this.#abort.signal);
    this.#answer.catch(() => undefined); // each asker hears of it by itself; one who left must not crash the process
  }

  /** True once the last asker has left: nobody may join any more. */
  get isAbandoned(): boolean {
    return this.#abort.signal.aborted;
  }

  /** The answer, or what `late` makes once the signal, which has not ended yet, ends. */
  async join(signal: AbortSignal, late: () => Error): Promise<T> {
    this.#askers++;
    const { promise: end, reject } = endOf<T>();
    const leave = (): void => {
      if (--this.#askers === 0) this.#abort.abort();
      reject(late());
    };
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([end, this.#answer]);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }
}

function endOf<T>(): { readonly promise: Promise<T>; readonly reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((_, settle) => {
    reject = settle;
  });
  return { promise, reject };
}
