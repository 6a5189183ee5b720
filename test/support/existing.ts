import type { Lookup } from "../../lib/cluster/lookup.ts";

/** A lookup that can say which objects exist, and nothing else of them. */
export function existing(exists: Lookup["exists"]): Lookup {
  const unknown = (): Promise<never> => Promise.reject(new Error("only existence is known here"));
  return { exists, get: unknown, list: unknown };
}
