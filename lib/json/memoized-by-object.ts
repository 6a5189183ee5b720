/** Caches the results of a function for each argument, an object, as long as the argument exists. */
export function memoizedByObject<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, V>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    results.set(key, made);
    return made;
  };
}
