import { type ClientRequest, unavoidableBecause } from "./unavoidable.ts";

/** What a client does: it lists and gets, it patches and applies, or it watches. */
export type ClientRole = "reader" | "writer" | "watch";

/** What one client saw in one step. */
export interface ClientRecord {
  readonly role: ClientRole;
  readonly version: string;
  readonly requests: number;
  readonly failures: readonly ClientFailure[];
  /** The longest time without a successful response; of a watch, the longest time without an open one. */
  readonly longestGapMs: number;
}

/** Responses of the same kind that a client did not want. */
export interface ClientFailure {
  readonly request: ClientRequest;
  /** Of the HTTP response; 0 where none came. */
  readonly status: number;
  readonly text: string;
  readonly count: number;
  /** Why it can't be avoided; null for what should not happen. */
  readonly unavoidable: string | null;
}

/** Characters of a text that are kept. */
const maxText = 400;

/** Records what one client sees. */
export class ClientLog {
  readonly role: ClientRole;
  readonly version: string;
  readonly #now: () => number;
  /** When the last successful response came; undefined while a watch is open. */
  #since: number | undefined;
  #successes = 0;
  #requests = 0;
  #longestGapMs = 0;
  #failures = new Map<string, ClientFailure>();
  #isPutOff = false;

  /** `now`: milliseconds of a clock. */
  constructor(role: ClientRole, version: string, now: () => number) {
    this.role = role;
    this.version = version;
    this.#now = now;
    this.#since = now();
  }

  /** Successful responses since the client began; of a watch, how often it was opened. */
  get successes(): number {
    return this.#successes;
  }

  /** True while a watch is open. */
  get isOpen(): boolean {
    return this.#since === undefined;
  }

  /** True where something was seen since the last cut that should not happen. */
  get isFailing(): boolean {
    return [...this.#failures.values()].some(({ unavoidable }) => unavoidable === null);
  }

  /** True where the server's last response was that it is too busy, so that clients come back later. */
  get isPutOff(): boolean {
    return this.#isPutOff;
  }

  /** A response that is as it should be. */
  succeeded(): void {
    this.#isPutOff = false;
    this.#requests += 1;
    this.#successes += 1;
    this.#endGap();
    this.#since = this.#now();
  }

  /** A watch was opened. */
  opened(): void {
    this.succeeded();
    this.#since = undefined;
  }

  /** A watch ended. */
  closed(status: number, text: string): void {
    this.#since = this.#now();
    this.#add("watch", status, text);
  }

  /** A response that is not as it should be. */
  failed(request: ClientRequest, status: number, text: string): void {
    this.#requests += 1;
    this.#isPutOff = status === 429 || status === 503;
    this.#add(request, status, text);
  }

  /** The client has ended: no time counts as a gap any more. */
  end(): void {
    this.#endGap();
    this.#since = undefined;
  }

  /** What was seen since the last call. */
  cut(): ClientRecord {
    this.#endGap();
    const record = {
      role: this.role,
      version: this.version,
      requests: this.#requests,
      failures: [...this.#failures.values()],
      longestGapMs: this.#longestGapMs,
    };
    this.#requests = 0;
    this.#longestGapMs = 0;
    this.#failures = new Map();
    return record;
  }

  #endGap(): void {
    if (this.#since === undefined) return;
    this.#longestGapMs = Math.max(this.#longestGapMs, Math.round(this.#now() - this.#since));
  }

  #add(request: ClientRequest, status: number, message: string): void {
    const text = message.length > maxText ? `${message.slice(0, maxText)} …` : message;
    const key = `${request} ${status} ${text}`;
    const count = (this.#failures.get(key)?.count ?? 0) + 1;
    const unavoidable = unavoidableBecause(request, status, message) ?? null;
    this.#failures.set(key, { request, status, text, count, unavoidable });
  }
}
