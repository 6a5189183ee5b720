/** Caches a function's result for each object that it is called with, until that object is garbage-collected. */
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
