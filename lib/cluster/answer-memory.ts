import { SharedQuestion } from "./shared-question.ts";

/** An answer as it came, with what decides how long it is remembered. */
export interface Answer<T> {
  readonly value: T;
  /** Its size on the wire. */
  readonly bytes: number;
  /** From the moment it was asked for. */
  readonly lifetimeMs: number;
}

/** An answer as an asker hears it. */
export interface Told<T> {
  readonly value: T;
  /** When it was asked for, by the memory's {@link Order}. */
  readonly asked: number;
}

/** Counts up with each call: what was asked for first has the smaller number. */
export type Order = () => number;

export interface MemoryLimits {
  readonly maxEntries: number;
  /** What is larger, its question included, is answered but not remembered. */
  readonly maxEntryBytes: number;
  /** How long a question goes on that nobody waits for. */
  readonly lingerMs: number;
}

/** How one asker asks. */
export interface Asking<T> {
  /** The question's identity. */
  readonly key: string;
  /** Nothing asked for before this moment will do. */
  readonly notBefore: number;
  readonly signal: AbortSignal;
  /** The error for who does not wait any longer. */
  readonly late: () => Error;
  /** Asks the cluster. */
  readonly question: (signal: AbortSignal) => Promise<Answer<T>>;
}

interface Entry<T> extends Told<T> {
  readonly untilMs: number;
}

interface UnderWay<T> {
  readonly asked: number;
  readonly askedMs: number;
  readonly shared: SharedQuestion<Answer<T>>;
}

/**
 * Answers to questions of one sort, remembered for their lifetime: of too many the one unused for longest is forgotten.
 * Equal questions under way are asked once. A failure is never remembered.
 */
export class AnswerMemory<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #underWay = new Map<string, UnderWay<T>>();
  readonly #limits: MemoryLimits;
  readonly #now: () => number;
  readonly #order: Order;

  constructor(limits: MemoryLimits, now: () => number, order: Order) {
    this.#limits = limits;
    this.#now = now;
    this.#order = order;
  }

  /** The number of answers remembered, those included whose time is over. */
  get size(): number {
    return this.#entries.size;
  }

  /** Answers from memory, from an equal question under way, or by asking. Errors: the question's, and `late`. */
  async ask(asking: Asking<T>): Promise<Told<T>> {
    const { key, notBefore, signal, late } = asking;
    if (signal.aborted) throw late();
    const known = this.#remembered(key);
    if (known !== undefined && known.asked >= notBefore) return known;
    const joined = this.#joinable(key, notBefore);
    const { shared, asked, askedMs } = joined ?? this.#start(asking);
    const { value, lifetimeMs } = await shared.join(signal, late);
    const isOld = joined !== undefined && this.#now() >= askedMs + lifetimeMs;
    return isOld ? this.ask({ ...asking, notBefore: asked + 1 }) : { value, asked };
  }

  #remembered(key: string): Entry<T> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (this.#now() >= entry.untilMs) return undefined;
    this.#entries.set(key, entry);
    return entry;
  }

  #joinable(key: string, notBefore: number): UnderWay<T> | undefined {
    const underWay = this.#underWay.get(key);
    if (underWay === undefined || underWay.shared.isAbandoned) return undefined;
    return underWay.asked >= notBefore ? underWay : undefined;
  }

  #start({ key, question }: Asking<T>): UnderWay<T> {
    const [asked, askedMs] = [this.#order(), this.#now()];
    const shared = new SharedQuestion(async (signal) => {
      try {
        const answer = await question(signal);
        this.#remember(key, { ...answer, asked, askedMs });
        return answer;
      } finally {
        if (this.#underWay.get(key)?.asked === asked) this.#underWay.delete(key);
      }
    }, this.#limits.lingerMs);
    const started = { asked, askedMs, shared };
    this.#underWay.set(key, started);
    return started;
  }

  #remember(key: string, answer: Answer<T> & { asked: number; askedMs: number }): void {
    const { value, bytes, lifetimeMs, asked, askedMs } = answer;
    if ((this.#entries.get(key)?.asked ?? 0) > asked) return;
    this.#entries.delete(key);
    if (key.length + bytes > this.#limits.maxEntryBytes) return;
    this.#entries.set(key, { value, asked, untilMs: askedMs + lifetimeMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#limits.maxEntries && oldest !== undefined) {
      this.#entries.delete(oldest);
    }
  }
}
