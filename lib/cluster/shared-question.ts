/**
 * One question for several askers. When the last who waits has left it goes on for a while: the server sends a review
 * again that got no verdict, and then finds the answer.
 */
export class SharedQuestion<T> {
  readonly #abort = new AbortController();
  readonly #answer: Promise<T>;
  readonly #lingerMs: number;
  #askers = 0;
  #ending: NodeJS.Timeout | undefined;

  constructor(question: (signal: AbortSignal) => Promise<T>, lingerMs: number) {
    this.#lingerMs = lingerMs;
    this.#answer = question(this.#abort.signal);
    const settled = (): void => clearTimeout(this.#ending);
    this.#answer.then(settled, settled); // each asker hears of a failure by itself; one who left must not crash the process
  }

  /** True once the question has ended without an answer: nobody may join any more. */
  get isAbandoned(): boolean {
    return this.#abort.signal.aborted;
  }

  /** The answer, or what `late` makes once the signal, which has not ended yet, ends. */
  async join(signal: AbortSignal, late: () => Error): Promise<T> {
    this.#askers++;
    clearTimeout(this.#ending);
    const { promise: end, reject } = endOf<T>();
    const leave = (): void => {
      if (--this.#askers === 0) this.#linger();
      reject(late());
    };
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([end, this.#answer]);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  #linger(): void {
    this.#ending = setTimeout(() => this.#abort.abort(), this.#lingerMs).unref();
  }
}

function endOf<T>(): { readonly promise: Promise<T>; readonly reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((_, settle) => {
    reject = settle;
  });
  return { promise, reject };
}
