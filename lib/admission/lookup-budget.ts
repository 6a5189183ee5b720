import type { CollectionKey, Lookup, ObjectKey } from "../cluster/lookup.ts";
import type { Refusal } from "./refusal.ts";

/**
 * The most different lookups for one review. At the server's default timeout of 10 s, one attempt has about half a
 * second for lookups; a healthy cluster answered 216 in that time. An object that needs more would be retried without
 * ever getting a decision. Cached results count too, so that the same object always gets the same decision.
 */
const maxLookups = 200;

/** The denial of an object that needs more than {@link maxLookups} lookups. */
export const tooManyLookups: Refusal = {
  message: `this object needs more than the ${maxLookups} lookups in the cluster that a review may make: split the object, or name fewer different objects in it`,
  faults: [],
};

class TooManyLookups extends Error {
  override readonly name = "TooManyLookups";
  constructor() {
    super(`a review may make ${maxLookups} lookups`);
  }
}

/** Counts the lookups of one review. A lookup beyond {@link maxLookups} throws and is not sent. */
export class LookupBudget {
  readonly #counted = new Set<string>();
  readonly #signal: () => AbortSignal;
  #count = 0;

  /** `signal` returns the signal that handlers get; it is called at the first lookup. */
  constructor(signal: () => AbortSignal) {
    this.#signal = signal;
  }

  /** True once a lookup exceeded the budget, even if the rule caught the error. */
  get isExceeded(): boolean {
    return this.#count > maxLookups;
  }

  /**
   * Wraps lookups so that they count against the budget. The result has no `fresh`. Equal lookups with the review's signal
   * are sent once and counted once. A lookup with another signal is always sent and counted.
   */
  over(lookup: Lookup): Lookup {
    return {
      exists: this.#once("exists", (key: ObjectKey, signal) => lookup.exists(key, signal)),
      get: this.#once("get", (key: ObjectKey, signal) => lookup.get(key, signal)),
      list: this.#once("list", (key: CollectionKey, signal) => lookup.list(key, signal)),
    };
  }

  #once<Key extends CollectionKey, T>(
    verb: string,
    lookUp: (key: Key, signal: AbortSignal) => Promise<T>,
  ): (key: Key, signal: AbortSignal) => Promise<T> {
    const results = new Map<string, Promise<T>>();
    return async (key, signal) => {
      if (signal !== this.#signal()) {
        this.#take();
        return lookUp(key, signal);
      }
      const text = keyText(verb, key);
      const known = results.get(text);
      if (known !== undefined) return known;
      if (!this.#counted.has(text)) this.#take();
      this.#counted.add(text);
      const result = lookUp(key, signal);
      results.set(text, result);
      return result;
    };
  }

  #take(): void {
    this.#count++;
    if (this.isExceeded) throw new TooManyLookups();
  }
}

function keyText(verb: string, key: CollectionKey & { readonly name?: string }): string {
  const { group, version, resource, namespace = null, name = null } = key;
  return JSON.stringify([verb, group, version, resource, namespace, name]);
}
