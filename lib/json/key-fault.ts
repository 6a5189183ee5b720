/**
 * True if a parser gives an object the keys of one that it parsed before. V8 12.8 to 14.6 (Node 24 and 26) takes the raw
 * text of a key with an escape, not the decoded key, when it compares it with the next key of earlier objects. The key may
 * then turn into one that begins with its raw text up to the first backslash.
 *
 * The probes begin with a key that no other object has, so that no other object is affected. Any unexpected result counts
 * as the fault.
 *
 * Source: https://github.com/nodejs/node/issues/63785
 */
export function confusesKeys(parse: (text: string) => unknown): boolean {
  return probes.some(({ earlier, rawKey, key }, index) => {
    const first = JSON.stringify(`customhouse asks ${index}`);
    // Referenced until the end: the parser forgets the keys of objects that were collected.
    const before = parse(`[{${first}:0,${JSON.stringify(earlier)}:1}]`);
    const after = parse(`[{${first}:0,"${rawKey}":1}]`);
    return !hasKey(before, earlier) || !hasKey(after, key);
  });
}

/** `rawKey` is the text of `key` in JSON; `earlier` is the start of `rawKey`, as long as `key`. */
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
