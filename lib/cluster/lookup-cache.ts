import { SharedRequest } from "./shared-request.ts";

/** A result from the cluster, with its size and lifetime. */
interface FetchedResult<T> {
  readonly value: T;
  /** The size of the value in the cache: the bytes of the response, or 0 for a boolean or undefined. */
  readonly bytes: number;
  /** How long the result is cached, in ms from the time of the request. */
  readonly lifetimeMs: number;
}

/** A result for a lookup, with the number of its request. */
export interface CachedResult<T> {
  readonly value: T;
  /** The number of the request that fetched the result, counted by {@link NextRequestNumber}. */
  readonly requested: number;
}

/** Returns the next number, so that an earlier request has a smaller one. */
type NextRequestNumber = () => number;

/** The most entries of a cache, the most bytes of one entry, and how long a request continues if no lookup waits for it. */
export interface CacheLimits {
  readonly maxEntries: number;
  /** The most bytes of a result with its key. A larger result is not cached. */
  readonly maxEntryBytes: number;
  /** How long, in ms, a request continues after the last lookup stopped waiting for it. */
  readonly lingerMs: number;
}

/** A lookup whose result the cache may have. */
export interface CacheRequest<T> {
  /** Lookups with the same key have the same result. */
  readonly key: string;
  /** A result whose request has a smaller {@link NextRequestNumber} is not used. */
  readonly notBefore: number;
  readonly signal: AbortSignal;
  /** Creates the error to throw if the signal aborts first. */
  readonly late: () => Error;
  /** Sends the request to the cluster. */
  readonly fetch: (signal: AbortSignal) => Promise<FetchedResult<T>>;
}

interface Entry<T> extends CachedResult<T> {
  readonly untilMs: number;
}

interface PendingRequest<T> {
  readonly requested: number;
  readonly requestedMs: number;
  readonly shared: SharedRequest<FetchedResult<T>>;
}

/**
 * Caches the results of one type of lookup (exists, get or list). When it is full, the least recently used results are
 * removed. Equal concurrent requests are sent once. Failures are not cached.
 */
export class LookupCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #pending = new Map<string, PendingRequest<T>>();
  readonly #limits: CacheLimits;
  readonly #now: () => number;
  readonly #order: NextRequestNumber;

  constructor(limits: CacheLimits, now: () => number, order: NextRequestNumber) {
    this.#limits = limits;
    this.#now = now;
    this.#order = order;
  }

  /** The number of cached results. Expired results count too. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * Returns a result from the cache, from an equal request that is running, or from the cluster. Errors: those of
   * `fetch`, and `late`.
   */
  async lookUp(request: CacheRequest<T>): Promise<CachedResult<T>> {
    const { key, notBefore, signal, late } = request;
    if (signal.aborted) throw late();
    const known = this.#cached(key);
    if (known !== undefined && known.requested >= notBefore) return known;
    const joined = this.#joinable(key, notBefore);
    const { shared, requested, requestedMs } = joined ?? this.#start(request);
    const { value, lifetimeMs } = await shared.join(signal, late);
    const isOld = joined !== undefined && this.#now() >= requestedMs + lifetimeMs;
    return isOld ? this.lookUp({ ...request, notBefore: requested + 1 }) : { value, requested };
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
    return pending.requested >= notBefore ? pending : undefined;
  }

  #start({ key, fetch }: CacheRequest<T>): PendingRequest<T> {
    const [requested, requestedMs] = [this.#order(), this.#now()];
    const shared = new SharedRequest(async (signal) => {
      try {
        const result = await fetch(signal);
        this.#store(key, { ...result, requested, requestedMs });
        return result;
      } finally {
        if (this.#pending.get(key)?.requested === requested) this.#pending.delete(key);
      }
    }, this.#limits.lingerMs);
    const started = { requested, requestedMs, shared };
    this.#pending.set(key, started);
    return started;
  }

  #store(key: string, result: FetchedResult<T> & { requested: number; requestedMs: number }): void {
    const { value, bytes, lifetimeMs, requested, requestedMs } = result;
    if ((this.#entries.get(key)?.requested ?? 0) > requested) return;
    this.#entries.delete(key);
    if (key.length + bytes > this.#limits.maxEntryBytes) return;
    this.#entries.set(key, { value, requested, untilMs: requestedMs + lifetimeMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#limits.maxEntries && oldest !== undefined) {
      this.#entries.delete(oldest);
    }
  }
}
