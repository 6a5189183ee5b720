import type { Lookup } from "../../lib/cluster/lookup.ts";

/** A lookup that only finds out whether objects exist. Its other methods reject. */
export function existing(exists: Lookup["exists"]): Lookup {
  const unknown = (): Promise<never> => Promise.reject(new Error("only existence is known here"));
  return { exists, get: unknown, list: unknown };
}
