/** The first and last code point of a range, both included. */
export type CodePointRange = readonly [first: number, last: number];

type Ranges = readonly CodePointRange[];

/** The syntax tree of a pattern. */
export type Syntax =
  | { readonly kind: "chars"; readonly ranges: Ranges }
  | { readonly kind: "begin" | "end" }
  | { readonly kind: "sequence" | "alternatives"; readonly parts: readonly Syntax[] }
  | Repeat;

interface Repeat {
  readonly kind: "repeat";
  readonly part: Syntax;
  readonly min: number;
  /** Infinity if the number of repetitions is unlimited. */
  readonly max: number;
}

/**
 * Parses the common part of RE2's syntax: literals, classes, groups without flags or names, alternatives, repetitions
 * and text anchors. Undefined for all other syntax, valid or not.
 *
 * Source: https://github.com/golang/go/blob/go1.26.0/src/regexp/syntax/parse.go with the flags of regexp.Compile.
 */
export function parseSyntax(pattern: string): Syntax | undefined {
  if (pattern.length > maxLength) return undefined;
  const reader = new PatternReader(pattern);
  try {
    const syntax = reader.alternatives(0);
    return reader.atEnd() && repetitions(syntax) <= maxRepeat ? syntax : undefined;
  } catch (error) {
    if (error instanceof UnsupportedSyntaxError) return undefined;
    throw error;
  }
}

class UnsupportedSyntaxError extends Error {
  override readonly name = "UnsupportedSyntaxError";
}

/**
 * The longest pattern that is parsed, in UTF-16 units. The automaton of a longer one would be too large. The number is a
 * choice: patterns of real schemas are far shorter.
 */
const maxLength = 10_000;

/** RE2's limit for a repetition, and for the product of nested repetitions. */
const maxRepeat = 1000;

/** The most nested groups. RE2 allows 1000; this limit is safe for any call stack. */
const maxGroupDepth = 100;

/** The largest code point of Unicode, unicode.MaxRune in Go. */
const maxRune = 0x10ffff;

const digit = charRanges("09");
const word = charRanges("09", "AZ", "__", "az");
const space = charRanges("\t\n", "\f\r", "  ");
const anyButNewline: Ranges = [
  [0, 0x09],
  [0x0b, maxRune],
];

const classEscapes: ReadonlyMap<string, Ranges> = new Map([
  ["d", digit],
  ["w", word],
  ["s", space],
  ["D", complementOf(digit)],
  ["W", complementOf(word)],
  ["S", complementOf(space)],
]);

const namedClasses: ReadonlyMap<string, Ranges> = new Map([
  ["alnum", charRanges("09", "AZ", "az")],
  ["alpha", charRanges("AZ", "az")],
  ["digit", digit],
  ["lower", charRanges("az")],
  ["space", charRanges("\t\r", "  ")],
  ["upper", charRanges("AZ")],
  ["word", word],
  ["xdigit", charRanges("09", "AF", "af")],
]);

/** The ranges given by pairs of characters: `az` is the range from a to z. */
function charRanges(...pairs: readonly string[]): Ranges {
  return pairs.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);
}

const charEscapes: Readonly<Record<string, number>> = {
  a: 7,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
};

/**
 * Reads a pattern from left to right. Throws UnsupportedSyntaxError for all syntax but that of {@link parseSyntax}, valid or
 * not.
 */
class PatternReader {
  readonly #pattern: string;
  #offset = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  atEnd(): boolean {
    return this.#offset === this.#pattern.length;
  }

  alternatives(depth: number): Syntax {
    if (depth > maxGroupDepth) throw new UnsupportedSyntaxError();
    const parts = [this.#sequence(depth)];
    while (this.#consume("|")) parts.push(this.#sequence(depth));
    return choice(parts);
  }

  #sequence(depth: number): Syntax {
    const parts: Syntax[] = [];
    while (!this.atEnd() && !/[|)]/.test(this.#peek())) {
      parts.push(this.#repeated(this.#atom(depth)));
    }
    const [only, second] = parts;
    return only !== undefined && second === undefined ? only : { kind: "sequence", parts };
  }

  #repeated(part: Syntax): Syntax {
    const repeat = this.#quantifier(part);
    if (repeat === undefined) return part;
    this.#consume("?");
    if (this.#quantifier(part) !== undefined) throw new UnsupportedSyntaxError();
    return repeat;
  }

  #quantifier(part: Syntax): Repeat | undefined {
    if (this.#consume("*")) return { kind: "repeat", part, min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#consume("+")) return { kind: "repeat", part, min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#consume("?")) return { kind: "repeat", part, min: 0, max: 1 };
    if (!/\{\d/y.test(this.#pattern.slice(this.#offset, this.#offset + 2))) return undefined;
    const [token, low, comma, high] = this.#take(/\{(\d{1,4})(,(\d{1,4})?)?\}/y);
    if (token === undefined || /\D0\d/.test(token)) throw new UnsupportedSyntaxError();
    const min = Number(low);
    const max = comma === undefined ? min : Number(high ?? Number.POSITIVE_INFINITY);
    if (max < min || min > maxRepeat) throw new UnsupportedSyntaxError();
    return { kind: "repeat", part, min, max };
  }

  #atom(depth: number): Syntax {
    const char = this.#peek();
    switch (char) {
      case "(":
        return this.#group(depth);
      case "[":
        return { kind: "chars", ranges: this.#class() };
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw new UnsupportedSyntaxError();
      case "{":
        if (this.#quantifier({ kind: "begin" }) !== undefined) throw new UnsupportedSyntaxError();
    }
    const code = this.#char();
    if (char === ".") return { kind: "chars", ranges: anyButNewline };
    if (char === "^") return { kind: "begin" };
    if (char === "$") return { kind: "end" };
    return { kind: "chars", ranges: [[code, code]] };
  }

  #group(depth: number): Syntax {
    this.#offset++;
    if (this.#consume("?") && !this.#consume(":")) throw new UnsupportedSyntaxError();
    const inner = this.alternatives(depth + 1);
    if (!this.#consume(")")) throw new UnsupportedSyntaxError();
    return inner;
  }

  #escape(): Syntax {
    const [, letter = ""] = this.#take(/\\([dwsDWSAz])/y);
    if (letter === "A") return { kind: "begin" };
    if (letter === "z") return { kind: "end" };
    const ranges = classEscapes.get(letter);
    if (ranges !== undefined) return { kind: "chars", ranges };
    const code = this.#escapedChar();
    return { kind: "chars", ranges: [[code, code]] };
  }

  #escapedChar(): number {
    const [, hex, longHex] = this.#take(/\\x(?:([\da-fA-F]{2})|\{([\da-fA-F]{1,6})\})/y);
    const code = Number.parseInt(hex ?? longHex ?? "", 16);
    if (code > maxRune) throw new UnsupportedSyntaxError();
    if (!Number.isNaN(code)) return code;
    const [, letter, sign] = this.#take(/\\(?:([afnrtv])|([!-/:-@[-`{-~ ]))/y);
    const char = letter === undefined ? sign?.codePointAt(0) : charEscapes[letter];
    if (char === undefined) throw new UnsupportedSyntaxError();
    return char;
  }

  #class(): Ranges {
    this.#offset++;
    const negated = this.#consume("^");
    const ranges: CodePointRange[] = [];
    do {
      if (this.atEnd()) throw new UnsupportedSyntaxError();
      ranges.push(...this.#classPart());
    } while (!this.#consume("]"));
    return negated ? complementOf(ranges) : ranges;
  }

  #classPart(): Ranges {
    if (this.#peek() === "[" && this.#pattern.charAt(this.#offset + 1) === ":") {
      const [, name = ""] = this.#take(/\[:(\w+):\]/y);
      const ranges = namedClasses.get(name);
      if (ranges === undefined) throw new UnsupportedSyntaxError();
      return ranges;
    }
    const [, letter = ""] = this.#take(/\\([dwsDWS])/y);
    const escaped = classEscapes.get(letter);
    if (escaped !== undefined) return escaped;
    const low = this.#classChar();
    if (this.#take(/-(?=[^\]])/y).length === 0) return [[low, low]];
    const high = this.#classChar();
    if (high < low) throw new UnsupportedSyntaxError();
    return [[low, high]];
  }

  #classChar(): number {
    return this.#peek() === "\\" ? this.#escapedChar() : this.#char();
  }

  #char(): number {
    const code = this.#pattern.codePointAt(this.#offset);
    if (code === undefined || (code >= 0xd800 && code < 0xe000)) throw new UnsupportedSyntaxError();
    this.#offset += code > 0xffff ? 2 : 1;
    return code;
  }

  #peek(): string {
    return this.#pattern.charAt(this.#offset);
  }

  #consume(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#offset++;
    return true;
  }

  /**
   * Consumes the text that a sticky expression matches at the current position, and returns the match with its groups.
   * Returns an empty list if it does not match.
   */
  #take(sticky: RegExp): readonly (string | undefined)[] {
    sticky.lastIndex = this.#offset;
    const match = sticky.exec(this.#pattern);
    if (match === null) return [];
    this.#offset = sticky.lastIndex;
    return match;
  }
}

/** The alternatives of a pattern as one syntax tree. Alternatives that are all single characters become one class. */
function choice(parts: readonly Syntax[]): Syntax {
  const ranges: CodePointRange[] = [];
  for (const part of parts) {
    if (part.kind !== "chars") return { kind: "alternatives", parts };
    ranges.push(...part.ranges);
  }
  return { kind: "chars", ranges };
}

/** The ranges of all code points that are not in the given ranges. */
function complementOf(ranges: Ranges): Ranges {
  const rest: CodePointRange[] = [];
  let next = 0;
  for (const [low, high] of ranges.toSorted(([a], [b]) => a - b)) {
    if (low > next) rest.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= maxRune) rest.push([next, maxRune]);
  return rest;
}

/** The largest product of nested repetitions in a syntax tree. */
function repetitions(syntax: Syntax): number {
  switch (syntax.kind) {
    case "sequence":
    case "alternatives":
      return Math.max(1, ...syntax.parts.map(repetitions));
    case "repeat": {
      const times = syntax.max === Number.POSITIVE_INFINITY ? syntax.min : syntax.max;
      return Math.max(1, times) * repetitions(syntax.part);
    }
    default:
      return 1;
  }
}
