/** The most cached results; then the cache is cleared. Only processes that read new schemas all the time reach this number. */
const maxRemembered = 1000;

/**
 * Caches the results of a function of one string, because schemas repeat their patterns. The result must depend on
 * nothing else.
 */
export function memoized<T>(compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, { readonly value: T }>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined) return cached.value;
    const value = compute(text);
    if (results.size >= maxRemembered) results.clear();
    results.set(text, { value });
    return value;
  };
}
