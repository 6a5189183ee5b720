/**
 * True if a JSON parser may give an object a key of an object that it parsed before. V8 12.8 to 14.6 (Node 24 and 26)
 * compares a key with the next key of earlier objects by its raw text instead of its decoded text. A key with an escape
 * may then become a key that equals its raw text up to the first backslash.
 *
 * Each probe begins with a key that no other object has, so that other objects are not affected. Any unexpected result
 * counts as the fault.
 *
 * Source: https://github.com/nodejs/node/issues/63785
 */
export function confusesKeys(parse: (text: string) => unknown): boolean {
  return probes.some(({ earlier, rawKey, key }, index) => {
    const first = JSON.stringify(`customhouse asks ${index}`);
    // Must stay referenced until the end: the parser forgets the keys of objects that were garbage-collected.
    const before = parse(`[{${first}:0,${JSON.stringify(earlier)}:1}]`);
    const after = parse(`[{${first}:0,"${rawKey}":1}]`);
    return !hasKey(before, earlier) || !hasKey(after, key);
  });
}

/** `rawKey` is how JSON writes `key`; `earlier` is the start of `rawKey`, with as many characters as `key`. */
const probes = [
  { earlier: "\\", rawKey: "\\n", key: "\n" },
  { earlier: "\\", rawKey: '\\"', key: '"' },
  { earlier: "a\\u", rawKey: "a\\u0062c", key: "abc" },
  { earlier: "€\\", rawKey: "€\\n", key: "€\n" },
] as const;

function hasKey(list: unknown, key: string): boolean {
  const [object]: readonly unknown[] = Array.isArray(list) ? list : [];
  return typeof object === "object" && object !== null && Object.hasOwn(object, key);
}
