/**
 * True where a parser gives an object the keys of one that it parsed before: V8 12.8 to 14.6 (Node 24 and 26) compares a key
 * that holds an escape as it is spelled, not as it reads, with the key that came next in the objects seen so far. Such a
 * key may then become another one, which begins with its spelling up to the first backslash.
 *
 * Asks with objects of their own, which begin with a key that nothing else has, so that no other object is touched. Whatever
 * is not as it should be counts as the fault.
 *
 * Source: https://github.com/nodejs/node/issues/63785
 */
export function confusesKeys(parse: (text: string) => unknown): boolean {
  return probes.some(({ known, spelling, key }, index) => {
    const first = JSON.stringify(`customhouse asks ${index}`);
    // Held until the end: the parser forgets the keys of objects that are gone.
    const before = parse(`[{${first}:0,${JSON.stringify(known)}:1}]`);
    const after = parse(`[{${first}:0,"${spelling}":1}]`);
    return !hasKey(before, known) || !hasKey(after, key);
  });
}

/** `known` is what `spelling` begins with, as long as the `key` that it spells. */
const probes = [
  { known: "\\", spelling: "\\n", key: "\n" },
  { known: "\\", spelling: '\\"', key: '"' },
  { known: "a\\u", spelling: "a\\u0062c", key: "abc" },
  { known: "€\\", spelling: "€\\n", key: "€\n" },
] as const;

function hasKey(list: unknown, key: string): boolean {
  const [object]: readonly unknown[] = Array.isArray(list) ? list : [];
  return typeof object === "object" && object !== null && Object.hasOwn(object, key);
}
