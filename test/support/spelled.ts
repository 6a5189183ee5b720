import fc from "fast-check";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";

/** How the parts of a text are spelled, in order: 0 is the plain way, which is also that of all parts after the last number. */
export type Spelling = readonly number[];

/** Mostly plain texts, with some unusual spelling here and there. */
export const spelling: fc.Arbitrary<Spelling> = fc.oneof(
  fc.constant([]),
  fc.array(
    fc.oneof(
      { weight: 20, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.nat({ max: 47 }) },
    ),
    { maxLength: 80 },
  ),
);

/** Members to insert into maps: with keys that JavaScript or the copy-through conversion treats specially, or odd numbers. */
const strangers = [
  '"__proto__":{"apiVersion":"a/v1","spec":{"a":1}}',
  '"__proto__":null',
  '"constructor":[{}]',
  '"toString":{"metadata":{}}',
  '"\\u0000":1',
  '"\\u00000":{"a":[]}',
  '"":null',
  '"é𝄞":"€𝄞\\ud800"',
  '"\\u0073pec":{"a":1}',
  '"spec":{}',
  '"spec":{"__proto__":{"a":"x"},"a":"y","hostPort":"a:1"}',
  '"metadata":{}',
  '"metadata":{"labels":{"a":"b"}}',
  '"apiVersion":"stable.example.com/v1"',
  '"kind":"CronTab"',
  '"annotations":null',
  '"labels":{"a":1}',
  '"zero":[-0,0.0,-0.0]',
  '"numbers":[1.0,1e3,1E-2,9007199254740993,18446744073709551616,0.1]',
  '"exponent":1e-200',
  '"large":1e400',
];

/** White space, and characters that look like it. */
const gaps = [" ", "\n", "\t", "\r\n", "\ufeff", "\u0000", "\u00a0"];

const numbers = ["1.0", "1e3", "-0", "9007199254740993", "1e400", "01", "0.1e1"];

/** Writes a value as JSON. The spelling decides which keys are repeated or escaped, and where white space and members are added. */
export function spelled(value: JsonValue, choices: Spelling): string {
  return new SpellingWriter(choices).text(value);
}

class SpellingWriter {
  readonly #choices: Spelling;
  #next = 0;

  constructor(choices: Spelling) {
    this.#choices = choices;
  }

  text(value: JsonValue): string {
    if (isArray(value)) return `[${value.map((item) => this.text(item)).join(",")}]`;
    if (isObject(value)) return this.#map(value);
    return this.#scalar(value);
  }

  #scalar(value: JsonValue): string {
    const choice = this.#choice();
    const number = numbers[choice - 40];
    if (choice === 1 && typeof value === "string") return escaped(value);
    return number !== undefined && typeof value === "number" ? number : stringify(value);
  }

  #map(value: JsonObject): string {
    const members: string[] = [];
    for (const [key, inner] of Object.entries(value)) this.#add(members, key, inner);
    return `{${members.join(",")}}`;
  }

  #add(members: string[], key: string, value: JsonValue): void {
    const choice = this.#choice();
    const name = JSON.stringify(key);
    const member = `${name}:${this.text(value)}`;
    const [stranger, gap] = [strangers[choice - 10], gaps[choice - 40]];
    if (choice === 1) members.push(`${escaped(key)}:${this.text(value)}`);
    else if (choice === 2) members.push(`${name}:null`, member);
    else if (choice === 3) members.push(member, member);
    else if (choice === 4) members.push(member, `${name}:{"a":{}}`);
    else if (choice === 5) members.unshift(member);
    else if (choice === 6) members.splice(members.length >> 1, 0, member);
    else if (choice === 7) members.push(`${name}:${stringify(value)}`, member);
    else if (stranger !== undefined)
      members.splice(choice % (members.length + 1), 0, stranger, member);
    else if (gap !== undefined) members.push(`${name}:${gap}${this.text(value)}${gap}`);
    else members.push(member);
  }

  #choice(): number {
    return this.#choices[this.#next++] ?? 0;
  }
}

function escaped(text: string): string {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `"${codes.map((code) => `\\u${code.toString(16).padStart(4, "0")}`).join("")}"`;
}

/** A change of bytes at one index: up to `repeated` bytes before it are repeated, `piece` is inserted, then bytes are removed. */
export interface ByteChange {
  readonly at: number;
  readonly removed: number;
  readonly repeated: number;
  readonly piece: string | number;
}

const bytePieces: readonly (string | number)[] = [
  ...["", '"', "\\", "{", "}", "[", "]", ":", ",", "{}", "[]", '""', '"a":', ",1", "0", "-", "."],
  ...["e", "null", "tru", " ", "\n", "\u0000", "\u001f", "\\u12", "é", "𝄞", "\ufeff", "1e999"],
  ...[0x80, 0xc0, 0xe2, 0xed, 0xf4, 0xff],
];

/** At most two changes of a text's bytes; in most cases none. */
export const byteChanges: fc.Arbitrary<readonly ByteChange[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({
        at: fc.nat(),
        removed: fc.nat({ max: 3 }),
        repeated: fc.nat({ max: 3 }),
        piece: fc.constantFrom(...bytePieces),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  },
);

/** The bytes with a change made. */
export function changedBytes(bytes: Uint8Array, change: ByteChange): Uint8Array {
  const index = change.at % (bytes.length + 1);
  const before = bytes.subarray(0, index);
  const again = before.subarray(Math.max(0, index - change.repeated));
  const { piece } = change;
  const put = typeof piece === "string" ? Buffer.from(piece) : Uint8Array.of(piece);
  return Buffer.concat([before, again, put, bytes.subarray(index + change.removed)]);
}
