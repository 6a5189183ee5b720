import { type ClientRequest, unavoidableReason } from "./unavoidable.ts";

/** What a client does. `reader`: lists and gets; `writer`: patches and applies; `watch`: watches. */
export type ClientRole = "reader" | "writer" | "watch";

/** The requests and failures of one client during one step. */
export interface ClientRecord {
  readonly role: ClientRole;
  readonly version: string;
  readonly requests: number;
  readonly failures: readonly ClientFailure[];
  /** The longest time without a successful response; for a watch, the longest time without an open watch. */
  readonly longestGapMs: number;
}

/** Failed requests of a client with the same status and text; also a watch that ended. */
export interface ClientFailure {
  readonly request: ClientRequest;
  /** The status of the HTTP response; 0 if there was none. */
  readonly status: number;
  readonly text: string;
  readonly count: number;
  /** Why the failure can't be avoided; null if it should not happen. */
  readonly unavoidable: string | null;
}

/**
 * The most characters of a failure's text. The number is a choice: the path and the reason fit, and a report of many failures
 * stays short.
 */
const maxText = 400;

/** Records the requests and failures of one client. */
export class ClientLog {
  readonly role: ClientRole;
  readonly version: string;
  readonly #now: () => number;
  /** When the last success or the end of a watch was, or else the start; undefined while a watch is open and after `end`. */
  #since: number | undefined;
  #successes = 0;
  #requests = 0;
  #longestGapMs = 0;
  #failures = new Map<string, ClientFailure>();
  #mustBackOff = false;

  /** `now`: the time in milliseconds. */
  constructor(role: ClientRole, version: string, now: () => number) {
    this.role = role;
    this.version = version;
    this.#now = now;
    this.#since = now();
  }

  /** The number of successful responses since the client began; for a watch, of its openings. */
  get successes(): number {
    return this.#successes;
  }

  /** True while a watch is open. */
  get isOpen(): boolean {
    return this.#since === undefined;
  }

  /** True if a failure since the last {@link takeRecord} should not have happened. */
  get isFailing(): boolean {
    return [...this.#failures.values()].some(({ unavoidable }) => unavoidable === null);
  }

  /** True if the server's last response was HTTP 429 or 503: the client should wait before it sends again. */
  get mustBackOff(): boolean {
    return this.#mustBackOff;
  }

  /** Records a successful response. */
  succeeded(): void {
    this.#mustBackOff = false;
    this.#requests += 1;
    this.#successes += 1;
    this.#endGap();
    this.#since = this.#now();
  }

  /** Records that a watch was opened. */
  opened(): void {
    this.succeeded();
    this.#since = undefined;
  }

  /** Records that a watch ended. */
  closed(status: number, text: string): void {
    this.#since = this.#now();
    this.#add("watch", status, text);
  }

  /** Records a failed request. */
  failed(request: ClientRequest, status: number, text: string): void {
    this.#requests += 1;
    this.#mustBackOff = status === 429 || status === 503;
    this.#add(request, status, text);
  }

  /** Records that the client has ended: later time does not count as a gap. */
  end(): void {
    this.#endGap();
    this.#since = undefined;
  }

  /** Returns the record since the last call, and starts a new one. */
  takeRecord(): ClientRecord {
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
    const unavoidable = unavoidableReason(request, status, message) ?? null;
    this.#failures.set(key, { request, status, text, count, unavoidable });
  }
}
