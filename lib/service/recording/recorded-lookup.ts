import { type Lookup, LookupUnavailable, type ObjectKey } from "../../cluster/lookup.ts";

/** A lookup that a response depends on, with its result. */
export interface RecordedLookup {
  readonly key: ObjectKey;
  readonly exists: boolean;
}

/** Observes the lookups for a review. */
interface LookupObserver {
  readonly onExists: (lookup: RecordedLookup) => void;
  /** An object was read: the response can't be repeated without it. */
  readonly onRead: () => void;
}

/**
 * A lookup that reports which objects exist, so that the response can be repeated without the cluster. Of objects it only
 * reports that one was read.
 */
export function observedLookup(lookup: Lookup, { onExists, onRead }: LookupObserver): Lookup {
  return {
    exists: async (key, signal) => {
      const exists = await lookup.exists(key, signal);
      const { group, version, resource, namespace, name } = key;
      const place = namespace === undefined ? {} : { namespace };
      onExists({ key: { group, version, resource, ...place, name }, exists });
      return exists;
    },
    get: (key, signal) => {
      onRead();
      return lookup.get(key, signal);
    },
    list: (key, signal) => {
      onRead();
      return lookup.list(key, signal);
    },
  };
}

/** A lookup with the recorded results; any other lookup fails. */
export function replayedLookup(recorded: readonly RecordedLookup[]): Lookup {
  const results = new Map(recorded.map(({ key, exists }) => [keyText(key), exists]));
  return {
    get: unread,
    list: unread,
    exists: async (key) => {
      const exists = results.get(keyText(key));
      if (exists !== undefined) return exists;
      const name = [key.namespace, key.name].filter((part) => part !== undefined).join("/");
      throw new LookupUnavailable(
        `the recording does not say whether ${key.resource}.${key.group} ${name} exists`,
      );
    },
  };
}

function unread(): Promise<never> {
  return Promise.reject(new LookupUnavailable("a recording holds no objects of the cluster"));
}

function keyText({ group, version, resource, namespace = "", name }: ObjectKey): string {
  return [group, version, resource, namespace, name].join("/");
}
