import type { CollectionKey, Lookup, ObjectKey } from "../cluster/lookup.ts";
import type { Refusal } from "./refusal.ts";

/**
 * The most different lookups for one review. With the server's usual timeout of 10 s an attempt has about half a second
 * for them, in which a healthy cluster answered 216; an object that needs more would be retried without ever getting a
 * decision. Cached results count too, so that the same object always gets the same decision.
 */
const maxLookups = 200;

/** The denial of an object that needs more lookups. */
export const tooManyLookups: Refusal = {
  message: `more than ${maxLookups} lookups in the cluster would be needed to decide on this object, and a review may make ${maxLookups}: split the object, or name fewer different objects in it`,
  faults: [],
};

class TooManyLookups extends Error {
  override readonly name = "TooManyLookups";
  constructor() {
    super(`a review may make ${maxLookups} lookups`);
  }
}

/** Counts the lookups of one review; those beyond {@link maxLookups} are not sent. */
export class LookupBudget {
  readonly #asked = new Set<string>();
  readonly #signal: () => AbortSignal;
  #count = 0;

  /** `signal` returns the review's own signal; it is called at the first lookup. */
  constructor(signal: () => AbortSignal) {
    this.#signal = signal;
  }

  /** True once there was a lookup too many, even if a rule caught the error. */
  get isExceeded(): boolean {
    return this.#count > maxLookups;
  }

  /**
   * Wraps lookups so that they count against the budget; without `fresh`. Equal lookups are made once, unless they have
   * a signal of their own. A lookup that was made before within this budget is not counted again.
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
    ask: (key: Key, signal: AbortSignal) => Promise<T>,
  ): (key: Key, signal: AbortSignal) => Promise<T> {
    const results = new Map<string, Promise<T>>();
    return async (key, signal) => {
      if (signal !== this.#signal()) {
        this.#take();
        return ask(key, signal);
      }
      const text = keyText(verb, key);
      const known = results.get(text);
      if (known !== undefined) return known;
      if (!this.#asked.has(text)) this.#take();
      this.#asked.add(text);
      const result = ask(key, signal);
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
