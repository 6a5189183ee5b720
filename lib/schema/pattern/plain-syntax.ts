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

/** Any of the branches may match. */
export interface PlainPattern {
  readonly branches: readonly PlainBranch[];
}

export interface PlainBranch {
  readonly fromStart: boolean;
  readonly toEnd: boolean;
  readonly body: Syntax;
}

/** What is not of the plain part, or no pattern at all: RE2 decides. */
class NotPlainError extends Error {
  override readonly name = "NotPlainError";
}

const maxLength = 1000;

/** RE2's limit for a count, and for the product of counts within one another. */
const maxCount = 1000;

/**
 * Parses a pattern of characters, classes, groups, choices and repeats, with `^` and `$` only around the whole or
 * around one of its branches. Undefined for everything else, right or wrong: flags, assertions, names, Unicode classes.
 * Source: go1.26 src/regexp/syntax/parse.go, with the flags Perl.
 */
export function parsePlain(source: string): PlainPattern | undefined {
  if (source.length > maxLength) return undefined;
  try {
    return { branches: new Parser(source).branches() };
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
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  branches(): readonly PlainBranch[] {
    const branches = [this.#branch()];
    while (this.#passes("|")) branches.push(this.#branch());
    if (this.#at < this.#source.length) throw new NotPlainError();
    return branches;
  }

  #branch(): PlainBranch {
    const fromStart = this.#passes("^");
    const body = this.#sequence();
    return { fromStart, body, toEnd: this.#passes("$") };
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #passes(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }

  /** The next character as a whole code point. */
  #take(): string {
    const code = this.#source.codePointAt(this.#at);
    if (code === undefined || (code >= 0xd800 && code <= 0xdfff)) throw new NotPlainError();
    const char = String.fromCodePoint(code);
    this.#at += char.length;
    return char;
  }

  #choice(): Syntax {
    const branches = [this.#sequence()];
    while (this.#passes("|")) branches.push(this.#sequence());
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: "choice", branches };
  }

  #sequence(): Syntax {
    const parts: Syntax[] = [];
    while (!/^[|)$]?$/.test(this.#peek())) parts.push(this.#repeated(this.#atom()));
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
    if (this.#passes("?") && !this.#passes(":")) throw new NotPlainError();
    const body = this.#choice();
    if (!this.#passes(")")) throw new NotPlainError();
    return body;
  }

  /** The body with the quantifier behind it, if any; whether it is greedy does not matter to a test. */
  #repeated(body: Syntax): Syntax {
    const limits = this.#quantifier();
    if (limits === undefined) return body;
    this.#passes("?");
    if (/^[*+?{]$/.test(this.#peek())) throw new NotPlainError();
    const repeat: Syntax = { kind: "repeat", body, ...limits };
    if (countOf(repeat) > maxCount) throw new NotPlainError();
    return repeat;
  }

  #quantifier(): { readonly min: number; readonly max: number } | undefined {
    if (this.#peek() === "{") return this.#count();
    if (this.#passes("?")) return { min: 0, max: 1 };
    if (this.#passes("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    return this.#passes("+") ? { min: 1, max: Number.POSITIVE_INFINITY } : undefined;
  }

  #count(): { readonly min: number; readonly max: number } {
    const pattern = /\{(0|[1-9]\d{0,3})(?:(,)(0|[1-9]\d{0,3})?)?\}/y;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) throw new NotPlainError();
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : Number(match[3] ?? Number.POSITIVE_INFINITY);
    if (max < min) throw new NotPlainError();
    this.#at += match[0].length;
    return { min, max };
  }

  #escape(): CharSet {
    const char = this.#take();
    if (char === "x") return this.#hexadecimal();
    const known = classes.get(char);
    if (known !== undefined) return known;
    const control = controls.get(char);
    if (control !== undefined) return [[control, control]];
    if (/[^!-/:-@[-`{-~]/.test(char)) throw new NotPlainError();
    return single(char);
  }

  #hexadecimal(): CharSet {
    const digits = this.#take() + this.#take();
    if (!/^[\da-fA-F]{2}$/.test(digits)) throw new NotPlainError();
    return single(String.fromCharCode(Number.parseInt(digits, 16)));
  }

  #class(): CharSet {
    const negated = this.#passes("^");
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

/** The largest product of counts within one another. */
function countOf(syntax: Syntax): number {
  switch (syntax.kind) {
    case "chars":
      return 1;
    case "sequence":
      return Math.max(1, ...syntax.parts.map(countOf));
    case "choice":
      return Math.max(1, ...syntax.branches.map(countOf));
    case "repeat": {
      const own = Number.isFinite(syntax.max) ? syntax.max : syntax.min;
      return Math.max(1, own) * countOf(syntax.body);
    }
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
