import { SharedRequest } from "./shared-request.ts";

/** A result from the cluster, with what decides how long it is cached. */
interface FetchedResult<T> {
  readonly value: T;
  /** The size of the result in the response. */
  readonly bytes: number;
  /** How long the result is cached, counted from the time of the request. */
  readonly lifetimeMs: number;
}

/** A result as it is returned to a lookup. */
export interface CachedResult<T> {
  readonly value: T;
  /** The number of its request, by the cache's {@link CallNumber}. */
  readonly requested: number;
}

/** Counts up with each call: an earlier request has a smaller number. */
type CallNumber = () => number;

/** What a cache may hold, in entries and bytes, and how long its requests may run unattended, in ms. */
export interface CacheLimits {
  readonly maxEntries: number;
  /** The most bytes of a cached result with its key; a larger result is not cached. */
  readonly maxEntryBytes: number;
  /** How long a request continues that no lookup waits for. */
  readonly lingerMs: number;
}

/** A lookup in the cache. */
export interface CacheRequest<T> {
  /** Equal keys have equal results. */
  readonly key: string;
  /** A result requested earlier, by {@link CallNumber}, is not used. */
  readonly notBefore: number;
  readonly signal: AbortSignal;
  /** Creates the error for a lookup whose signal ends first. */
  readonly late: () => Error;
  /** Requests the result from the cluster. */
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
 * Caches the results of one sort of lookup for their lifetime; when it is full, the least recently used one is removed.
 * Equal concurrent requests are sent once. Failures are not cached.
 */
export class LookupCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #pending = new Map<string, PendingRequest<T>>();
  readonly #limits: CacheLimits;
  readonly #now: () => number;
  readonly #order: CallNumber;

  constructor(limits: CacheLimits, now: () => number, order: CallNumber) {
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
    if (known !== undefined && known.requested >= notBefore) return known;
    const joined = this.#joinable(key, notBefore);
    const { shared, requested, requestedMs } = joined ?? this.#start(request);
    const { value, lifetimeMs } = await shared.join(signal, late);
    const isOld = joined !== undefined && this.#now() >= requestedMs + lifetimeMs;
    return isOld ? this.ask({ ...request, notBefore: requested + 1 }) : { value, requested };
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
