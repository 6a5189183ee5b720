import { SharedRequest } from "./shared-request.ts";

/** A result from the cluster, with what decides how long it is cached. */
export interface FetchedResult<T> {
  readonly value: T;
  /** Its size in the response. */
  readonly bytes: number;
  /** Counted from the time of the request. */
  readonly lifetimeMs: number;
}

/** A result as it is returned to a lookup. */
export interface CachedResult<T> {
  readonly value: T;
  /** When it was requested, by the cache's {@link Order}. */
  readonly asked: number;
}

/** Counts up with each call: an earlier request has a smaller number. */
export type Order = () => number;

export interface CacheLimits {
  readonly maxEntries: number;
  /** A larger result, its key included, is not cached. */
  readonly maxEntryBytes: number;
  /** How long a request continues that no lookup waits for. */
  readonly lingerMs: number;
}

/** A lookup in the cache. */
export interface CacheRequest<T> {
  /** Equal keys have equal results. */
  readonly key: string;
  /** A result requested earlier, by {@link Order}, is not used. */
  readonly notBefore: number;
  readonly signal: AbortSignal;
  /** The error once the signal ends. */
  readonly late: () => Error;
  /** Requests the result from the cluster. */
  readonly fetch: (signal: AbortSignal) => Promise<FetchedResult<T>>;
}

interface Entry<T> extends CachedResult<T> {
  readonly untilMs: number;
}

interface PendingRequest<T> {
  readonly asked: number;
  readonly askedMs: number;
  readonly shared: SharedRequest<FetchedResult<T>>;
}

/**
 * Caches the results of one sort of lookup for their lifetime; when it is full, the least recently used one is removed.
 * Equal concurrent requests are sent once. Failures are not cached.
 */
export class LookupCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #pending = new Map<string, PendingRequest<T>>();
  readonly #limits: CacheLimits;
  readonly #now: () => number;
  readonly #order: Order;

  constructor(limits: CacheLimits, now: () => number, order: Order) {
    this.#limits = limits;
    this.#now = now;
    this.#order = order;
  }

  /** The number of cached results, including expired ones. */
  get size(): number {
    return this.#entries.size;
  }

  /** The result from the cache, from an equal pending request, or from the cluster. Errors: those of `fetch`, and `late`. */
  async ask(request: CacheRequest<T>): Promise<CachedResult<T>> {
    const { key, notBefore, signal, late } = request;
    if (signal.aborted) throw late();
    const known = this.#cached(key);
    if (known !== undefined && known.asked >= notBefore) return known;
    const joined = this.#joinable(key, notBefore);
    const { shared, asked, askedMs } = joined ?? this.#start(request);
    const { value, lifetimeMs } = await shared.join(signal, late);
    const isOld = joined !== undefined && this.#now() >= askedMs + lifetimeMs;
    return isOld ? this.ask({ ...request, notBefore: asked + 1 }) : { value, asked };
  }

  #cached(key: string): Entry<T> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (this.#now() >= entry.untilMs) return undefined;
    this.#entries.set(key, entry);
    return entry;
  }

  #joinable(key: string, notBefore: number): PendingRequest<T> | undefined {
    const pending = this.#pending.get(key);
    if (pending === undefined || pending.shared.isAbandoned) return undefined;
    return pending.asked >= notBefore ? pending : undefined;
  }

  #start({ key, fetch }: CacheRequest<T>): PendingRequest<T> {
    const [asked, askedMs] = [this.#order(), this.#now()];
    const shared = new SharedRequest(async (signal) => {
      try {
        const result = await fetch(signal);
        this.#store(key, { ...result, asked, askedMs });
        return result;
      } finally {
        if (this.#pending.get(key)?.asked === asked) this.#pending.delete(key);
      }
    }, this.#limits.lingerMs);
    const started = { asked, askedMs, shared };
    this.#pending.set(key, started);
    return started;
  }

  #store(key: string, result: FetchedResult<T> & { asked: number; askedMs: number }): void {
    const { value, bytes, lifetimeMs, asked, askedMs } = result;
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
