import { type Lookup, LookupUnavailable, type ObjectKey } from "../../cluster/lookup.ts";

/** A question that an answer rests on, with what the cluster said. */
export interface NotedAnswer {
  readonly key: ObjectKey;
  readonly exists: boolean;
}

/** Hears what a look-up is asked. */
export interface LookupNotes {
  readonly answered: (noted: NotedAnswer) => void;
  /** An object was read: what an answer makes of it cannot be told without it. */
  readonly read: () => void;
}

/**
 * A look-up that notes which objects exist, so that the answer can be given again without the cluster. Objects themselves
 * are not noted, only that one was read.
 */
export function notingLookup(lookup: Lookup, notes: LookupNotes): Lookup {
  return {
    exists: async (key, signal) => {
      const exists = await lookup.exists(key, signal);
      const { group, version, resource, namespace, name } = key;
      const place = namespace === undefined ? {} : { namespace };
      notes.answered({ key: { group, version, resource, ...place, name }, exists });
      return exists;
    },
    get: (key, signal) => {
      notes.read();
      return lookup.get(key, signal);
    },
    list: (key, signal) => {
      notes.read();
      return lookup.list(key, signal);
    },
  };
}

/** A look-up that gives the noted answers again, and none to any other question. */
export function notedLookup(noted: readonly NotedAnswer[]): Lookup {
  const answers = new Map(noted.map(({ key, exists }) => [keyText(key), exists]));
  return {
    get: unread,
    list: unread,
    exists: async (key) => {
      const exists = answers.get(keyText(key));
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
