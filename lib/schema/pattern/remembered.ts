/** The limit is for processes that read new schemas all the time. */
const maxRemembered = 1000;

/**
 * A function that computes the result for a text once: schemas repeat their patterns. It must depend on nothing else, so
 * that remembering changes only the speed.
 */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, { readonly value: T }>();
  return (text) => {
    const past = results.get(text);
    if (past !== undefined) return past.value;
    const value = compute(text);
    if (results.size >= maxRemembered) results.clear();
    results.set(text, { value });
    return value;
  };
}
