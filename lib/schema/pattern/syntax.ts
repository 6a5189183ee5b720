/** The parts of a pattern. `ranges` are pairs of first and last code point. */
export type Syntax =
  | { readonly kind: "chars"; readonly ranges: readonly number[] }
  | { readonly kind: "begin" | "end" }
  | { readonly kind: "sequence" | "either"; readonly parts: readonly Syntax[] }
  | Repeat;

interface Repeat {
  readonly kind: "repeat";
  readonly part: Syntax;
  readonly min: number;
  /** Infinity where there is no upper bound. */
  readonly max: number;
}

/**
 * Parses the everyday part of RE2's syntax: literals, classes, groups without flags or names, alternatives, repetitions,
 * text anchors. Undefined for everything else, valid or not.
 *
 * Source: Go regexp/syntax parse.go with the flags of regexp.Compile.
 */
export function parseSyntax(pattern: string): Syntax | undefined {
  if (pattern.length > maxLength) return undefined;
  const reader = new PatternReader(pattern);
  try {
    const syntax = reader.either(0);
    return reader.atEnd() && repetitions(syntax) <= maxRepeat ? syntax : undefined;
  } catch (error) {
    if (error instanceof BeyondSubset) return undefined;
    throw error;
  }
}

class BeyondSubset extends Error {
  override readonly name = "BeyondSubset";
}

/** Longer patterns grow too large for an automaton anyway. */
const maxLength = 10_000;

/** RE2's limit of a repetition, and of repetitions in each other. */
const maxRepeat = 1000;

/** RE2's own limit is 1000 groups in each other; this much is safe on any stack. */
const maxGroupDepth = 100;

const maxRune = 0x10ffff;

const digit = [0x30, 0x39];
const word = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
const space = [0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20];
const anyButNewline = [0, 0x09, 0x0b, maxRune];

const classEscapes: ReadonlyMap<string, readonly number[]> = new Map([
  ["d", digit],
  ["w", word],
  ["s", space],
  ["D", complement(digit)],
  ["W", complement(word)],
  ["S", complement(space)],
]);

const namedClasses: ReadonlyMap<string, readonly number[]> = new Map([
  ["alnum", [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a]],
  ["alpha", [0x41, 0x5a, 0x61, 0x7a]],
  ["digit", digit],
  ["lower", [0x61, 0x7a]],
  ["space", [0x09, 0x0d, 0x20, 0x20]],
  ["upper", [0x41, 0x5a]],
  ["word", word],
  ["xdigit", [0x30, 0x39, 0x41, 0x46, 0x61, 0x66]],
]);

const charEscapes: Readonly<Record<string, number>> = {
  a: 7,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
};

/** Reads a pattern from left to right; throws BeyondSubset at what it leaves to RE2 itself. */
class PatternReader {
  readonly #pattern: string;
  #offset = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  atEnd(): boolean {
    return this.#offset === this.#pattern.length;
  }

  either(depth: number): Syntax {
    if (depth > maxGroupDepth) throw new BeyondSubset();
    const parts = [this.#sequence(depth)];
    while (this.#consume("|")) parts.push(this.#sequence(depth));
    return chosen(parts);
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
    if (this.#quantifier(part) !== undefined) throw new BeyondSubset();
    return repeat;
  }

  #quantifier(part: Syntax): Repeat | undefined {
    if (this.#consume("*")) return { kind: "repeat", part, min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#consume("+")) return { kind: "repeat", part, min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#consume("?")) return { kind: "repeat", part, min: 0, max: 1 };
    if (!/\{\d/y.test(this.#pattern.slice(this.#offset, this.#offset + 2))) return undefined;
    const [token, low, comma, high] = this.#take(/\{(\d{1,4})(,(\d{1,4})?)?\}/y);
    if (token === undefined || /\D0\d/.test(token)) throw new BeyondSubset();
    const min = Number(low);
    const max = comma === undefined ? min : Number(high ?? Number.POSITIVE_INFINITY);
    if (max < min || min > maxRepeat) throw new BeyondSubset();
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
        throw new BeyondSubset();
      case "{":
        if (this.#quantifier({ kind: "begin" }) !== undefined) throw new BeyondSubset();
    }
    const code = this.#char();
    if (char === ".") return { kind: "chars", ranges: anyButNewline };
    if (char === "^") return { kind: "begin" };
    if (char === "$") return { kind: "end" };
    return { kind: "chars", ranges: [code, code] };
  }

  #group(depth: number): Syntax {
    this.#offset++;
    if (this.#consume("?") && !this.#consume(":")) throw new BeyondSubset();
    const inner = this.either(depth + 1);
    if (!this.#consume(")")) throw new BeyondSubset();
    return inner;
  }

  #escape(): Syntax {
    const [, letter = ""] = this.#take(/\\([dwsDWSAz])/y);
    if (letter === "A") return { kind: "begin" };
    if (letter === "z") return { kind: "end" };
    const ranges = classEscapes.get(letter);
    if (ranges !== undefined) return { kind: "chars", ranges };
    const code = this.#escapedChar();
    return { kind: "chars", ranges: [code, code] };
  }

  #escapedChar(): number {
    const [, hex, longHex] = this.#take(/\\x(?:([\da-fA-F]{2})|\{([\da-fA-F]{1,6})\})/y);
    const code = Number.parseInt(hex ?? longHex ?? "", 16);
    if (code > maxRune) throw new BeyondSubset();
    if (!Number.isNaN(code)) return code;
    const [, letter = "", sign = ""] = this.#take(/\\(?:([afnrtv])|([!-/:-@[-`{-~ ]))/y);
    const char = charEscapes[letter] ?? sign.codePointAt(0);
    if (char === undefined) throw new BeyondSubset();
    return char;
  }

  #class(): readonly number[] {
    this.#offset++;
    const negated = this.#consume("^");
    const ranges: number[] = [];
    do {
      if (this.atEnd()) throw new BeyondSubset();
      ranges.push(...this.#classPart());
    } while (!this.#consume("]"));
    return negated ? complement(ranges) : ranges;
  }

  #classPart(): readonly number[] {
    if (this.#peek() === "[" && this.#pattern.charAt(this.#offset + 1) === ":") {
      const ranges = namedClasses.get(this.#take(/\[:(\w+):\]/y)[1] ?? "");
      if (ranges === undefined) throw new BeyondSubset();
      return ranges;
    }
    const [, letter = ""] = this.#take(/\\([dwsDWS])/y);
    const escaped = classEscapes.get(letter);
    if (escaped !== undefined) return escaped;
    const low = this.#classChar();
    if (this.#take(/-(?=[^\]])/y).length === 0) return [low, low];
    const high = this.#classChar();
    if (high < low) throw new BeyondSubset();
    return [low, high];
  }

  #classChar(): number {
    return this.#peek() === "\\" ? this.#escapedChar() : this.#char();
  }

  #char(): number {
    const code = this.#pattern.codePointAt(this.#offset);
    if (code === undefined || (code >= 0xd800 && code < 0xe000)) throw new BeyondSubset();
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

  /** Passes what a sticky expression finds here; an empty list where it finds nothing. */
  #take(what: RegExp): readonly (string | undefined)[] {
    what.lastIndex = this.#offset;
    const found = what.exec(this.#pattern) ?? [];
    this.#offset += found[0]?.length ?? 0;
    return found;
  }
}

/** One of the parts; single characters are one class together. */
function chosen(parts: readonly Syntax[]): Syntax {
  const ranges: number[] = [];
  for (const part of parts) {
    if (part.kind !== "chars") return { kind: "either", parts };
    ranges.push(...part.ranges);
  }
  return { kind: "chars", ranges };
}

/** All code points but those of the ranges. */
function complement(ranges: readonly number[]): readonly number[] {
  const pairs: (readonly [number, number])[] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    pairs.push([ranges[index] ?? 0, ranges[index + 1] ?? 0]);
  }
  const rest: number[] = [];
  let next = 0;
  for (const [low, high] of pairs.sort(([a], [b]) => a - b)) {
    if (low > next) rest.push(next, low - 1);
    next = Math.max(next, high + 1);
  }
  if (next <= maxRune) rest.push(next, maxRune);
  return rest;
}

/** The largest product of repetitions that stand in each other. */
function repetitions(syntax: Syntax): number {
  switch (syntax.kind) {
    case "sequence":
    case "either":
      return Math.max(1, ...syntax.parts.map(repetitions));
    case "repeat": {
      const times = syntax.max === Number.POSITIVE_INFINITY ? syntax.min : syntax.max;
      return Math.max(1, times) * repetitions(syntax.part);
    }
    default:
      return 1;
  }
}
