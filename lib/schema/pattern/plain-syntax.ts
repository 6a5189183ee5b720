import { type CharSet, complementOf, digits, dot, spaces, unionOf, wordChars } from "./char-set.ts";

/** A pattern of the plain part of RE2's syntax. */
export type Syntax =
  | { readonly kind: "chars"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly parts: readonly Syntax[] }
  | { readonly kind: "choice"; readonly branches: readonly Syntax[] }
  | {
      readonly kind: "repeat";
      readonly body: Syntax;
      readonly min: number;
      /** Infinity for no limit. */
      readonly max: number;
    };

export interface PlainPattern {
  readonly fromStart: boolean;
  readonly toEnd: boolean;
  readonly body: Syntax;
}

/** What is not of the plain part, or no pattern at all: RE2 decides. */
class NotPlainError extends Error {
  override readonly name = "NotPlainError";
}

const maxLength = 1000;

/**
 * Parses a pattern of characters, classes, groups, choices and repeats, with `^` only at its start and `$` only at
 * its end. Undefined for everything else, right or wrong: flags, assertions, names, Unicode classes, nested counts.
 * Source: go1.26 src/regexp/syntax/parse.go, with the flags Perl.
 */
export function parsePlain(source: string): PlainPattern | undefined {
  if (source.length > maxLength) return undefined;
  const fromStart = source.startsWith("^");
  const toEnd = /(?:^|[^\\])(?:\\\\)*\$$/.test(source);
  const parser = new Parser(source, fromStart ? 1 : 0, source.length - (toEnd ? 1 : 0));
  try {
    const body = parser.pattern();
    // A bare choice would bind weaker than the anchors.
    if (body.kind === "choice" && (fromStart || toEnd)) return undefined;
    return { fromStart, toEnd, body };
  } catch (error) {
    if (error instanceof NotPlainError) return undefined;
    throw error;
  }
}

const controls = new Map<string, number>([
  ["a", 0x07],
  ["f", 0x0c],
  ["t", 0x09],
  ["n", 0x0a],
  ["r", 0x0d],
  ["v", 0x0b],
]);

const classes = new Map<string, CharSet>([
  ["d", digits],
  ["D", complementOf(digits)],
  ["w", wordChars],
  ["W", complementOf(wordChars)],
  ["s", spaces],
  ["S", complementOf(spaces)],
]);

class Parser {
  readonly #source: string;
  readonly #end: number;
  #at: number;
  #counting = false;

  constructor(source: string, start: number, end: number) {
    this.#source = source;
    this.#at = start;
    this.#end = end;
  }

  pattern(): Syntax {
    const body = this.#choice();
    if (this.#at < this.#end) throw new NotPlainError();
    return body;
  }

  #peek(): string {
    return this.#at < this.#end ? this.#source.charAt(this.#at) : "";
  }

  /** The next character as a whole code point. */
  #take(): string {
    const code = this.#at < this.#end ? this.#source.codePointAt(this.#at) : undefined;
    if (code === undefined || (code >= 0xd800 && code <= 0xdfff)) throw new NotPlainError();
    const char = String.fromCodePoint(code);
    this.#at += char.length;
    return char;
  }

  #choice(): Syntax {
    const branches = [this.#sequence()];
    while (this.#peek() === "|") {
      this.#at++;
      branches.push(this.#sequence());
    }
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: "choice", branches };
  }

  #sequence(): Syntax {
    const parts: Syntax[] = [];
    for (
      let next = this.#peek();
      next !== "" && next !== "|" && next !== ")";
      next = this.#peek()
    ) {
      const counted = this.#counting;
      this.#counting = false;
      parts.push(this.#repeated(this.#atom()));
      this.#counting ||= counted;
    }
    return { kind: "sequence", parts };
  }

  #atom(): Syntax {
    const char = this.#take();
    if (char === "(") return this.#group();
    if (char === "[") return { kind: "chars", set: this.#class() };
    if (char === ".") return { kind: "chars", set: dot };
    if (char === "\\") return { kind: "chars", set: this.#escape() };
    if ("*+?{^$".includes(char)) throw new NotPlainError();
    return { kind: "chars", set: single(char) };
  }

  #group(): Syntax {
    if (this.#peek() === "?") {
      this.#at++;
      if (this.#take() !== ":") throw new NotPlainError();
    }
    const body = this.#choice();
    if (this.#take() !== ")") throw new NotPlainError();
    return body;
  }

  /** The body with the quantifier behind it, if any; whether it is greedy does not matter to a test. */
  #repeated(body: Syntax): Syntax {
    const limits = this.#quantifier();
    if (limits === undefined) return body;
    if (this.#peek() === "?") this.#at++;
    if ("*+?{".includes(this.#peek()) && this.#peek() !== "") throw new NotPlainError();
    return { kind: "repeat", body, ...limits };
  }

  #quantifier(): { readonly min: number; readonly max: number } | undefined {
    const char = this.#peek();
    if (char === "{") return this.#count();
    if (char === "" || !"*+?".includes(char)) return undefined;
    this.#at++;
    return { min: char === "+" ? 1 : 0, max: char === "?" ? 1 : Number.POSITIVE_INFINITY };
  }

  /** RE2 limits the product of nested counts, so they are left to it. */
  #count(): { readonly min: number; readonly max: number } {
    const pattern = /\{(0|[1-9]\d{0,3})(?:(,)(0|[1-9]\d{0,3})?)?\}/y;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null || this.#counting) throw new NotPlainError();
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : Number(match[3] ?? Number.POSITIVE_INFINITY);
    const largest = max === Number.POSITIVE_INFINITY ? min : max;
    if (largest > 1000 || max < min) throw new NotPlainError();
    this.#counting = true;
    this.#at += match[0].length;
    return { min, max };
  }

  #escape(): CharSet {
    const char = this.#take();
    const known = classes.get(char);
    if (known !== undefined) return known;
    const control = controls.get(char);
    if (control !== undefined) return [[control, control]];
    if (/[^!-/:-@[-`{-~]/.test(char)) throw new NotPlainError();
    return single(char);
  }

  #class(): CharSet {
    const negated = this.#peek() === "^";
    if (negated) this.#at++;
    const pairs: (readonly [number, number])[] = [];
    do {
      pairs.push(...this.#classItem());
    } while (this.#peek() !== "]");
    this.#at++;
    const set = unionOf(pairs);
    const chosen = negated ? complementOf(set) : set;
    if (chosen.length === 0) throw new NotPlainError();
    return chosen;
  }

  /** A class, a character, or a range. A bracket at the start, and what looks like a named class, is left to RE2. */
  #classItem(): CharSet {
    const first = this.#classChar();
    const from = singleOf(first);
    if (this.#peek() !== "-" || this.#source.charAt(this.#at + 1) === "]") return first;
    if (from === undefined) return first;
    this.#at++;
    const to = singleOf(this.#classChar());
    if (to === undefined || to < from) throw new NotPlainError();
    return [[from, to]];
  }

  #classChar(): CharSet {
    const char = this.#take();
    if (char === "\\") return this.#escape();
    if (char === "[" || char === "]") throw new NotPlainError();
    return single(char);
  }
}

function single(char: string): CharSet {
  const code = char.codePointAt(0) ?? 0;
  return [[code, code]];
}

/** The one member of a set that has no more. */
function singleOf(set: CharSet): number | undefined {
  const [pair] = set;
  return set.length === 1 && pair !== undefined && pair[0] === pair[1] ? pair[0] : undefined;
}
