import { type Lookup, LookupUnavailable, type ObjectKey } from "../../cluster/lookup.ts";

/** A lookup of whether an object exists, with its result. */
export interface RecordedLookup {
  readonly key: ObjectKey;
  readonly exists: boolean;
}

/** Receives what a review looks up in the cluster. */
interface LookupObserver {
  readonly onExists: (lookup: RecordedLookup) => void;
  /** Called when a review reads the content of objects: its response can't be reproduced without the cluster. */
  readonly onRead: () => void;
}

/**
 * Wraps lookups and reports each lookup of whether an object exists, so that the response can be reproduced without the
 * cluster. Of a lookup that reads the content of objects, reports only that it happened.
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

/** Lookups that return the recorded results. Any other lookup fails. */
export function replayedLookup(recorded: readonly RecordedLookup[]): Lookup {
  const results = new Map(recorded.map(({ key, exists }) => [keyText(key), exists]));
  return {
    get: rejectLookup,
    list: rejectLookup,
    exists: async (key) => {
      const exists = results.get(keyText(key));
      if (exists !== undefined) return exists;
      const name = [key.namespace, key.name].filter((part) => part !== undefined).join("/");
      throw new LookupUnavailable(
        `the recording has no result for whether ${key.resource}.${key.group} ${name} exists`,
      );
    },
  };
}

function rejectLookup(): Promise<never> {
  return Promise.reject(
    new LookupUnavailable("a recording does not contain objects of the cluster"),
  );
}

function keyText({ group, version, resource, namespace = "", name }: ObjectKey): string {
  return [group, version, resource, namespace, name].join("/");
}
