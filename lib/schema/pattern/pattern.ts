import type { Result } from "../../json/result.ts";
import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import { type Automaton, automatonOf } from "./automaton.ts";
import { memoized } from "./memoized.ts";

/** A regular expression in RE2's syntax, which is matched in linear time. */
export interface Pattern {
  readonly source: string;
  /**
   * Go's error message for an invalid regular expression; undefined for a valid one. Reading it compiles the
   * expression.
   */
  readonly error: string | undefined;
  /**
   * True if the expression matches anywhere in the text. False for an invalid expression. The first call compiles the
   * expression.
   */
  test(text: string): boolean;
}

/**
 * RE2, for regular expressions that {@link Automaton} can't run. It is passed in, because it is large and few schemas
 * need it: only `re2.ts` imports it.
 */
export interface Re2 {
  /** Compiles a regular expression. The error is Go's message. */
  compile(source: string): Result<Re2Expression, string>;
}

/** A regular expression that RE2 compiled. */
export interface Re2Expression {
  test(text: string): boolean;
  /** The first `limit` matches that don't overlap, or all of them if `limit` is -1. */
  find(text: string, limit: number): readonly string[];
}

/** Thrown for a pattern that needs RE2 if the caller did not pass it, which is a bug of the caller. */
export class Re2MissingError extends Error {
  override readonly name = "Re2MissingError";

  constructor(source: string) {
    super(`the pattern ${source} needs RE2, which was not passed`);
  }
}

/** True if the schema has a `pattern`, at any depth, that needs RE2. */
export function needsRe2(schema: JsonValue): boolean {
  const stack: JsonValue[] = [schema];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (isArray(value)) for (const item of value) stack.push(item);
    if (!isObject(value)) continue;
    const source = member(value, "pattern");
    if (typeof source === "string" && source !== "" && automata(source) === undefined) return true;
    for (const child of Object.values(value)) stack.push(child);
  }
  return false;
}

/** The cached automaton of a pattern; undefined for a pattern that needs RE2. */
const automata: (source: string) => Automaton | undefined = memoized(automatonOf);

/**
 * A pattern that is compiled when it is first used.
 *
 * Errors: an invalid regular expression has an `error` and matches no text. The first use throws {@link
 * Re2MissingError} if RE2 is needed and was not passed.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/validate/values.go, Pattern.
 */
export function compilePattern(source: string, re2: Re2 | undefined): Pattern {
  return {
    source,
    get error(): string | undefined {
      if (automata(source) !== undefined) return undefined;
      const expression = compileRe2(re2, source);
      return expression.ok ? undefined : expression.error;
    },
    test(text: string): boolean {
      const automaton = automata(source);
      if (automaton !== undefined) return automaton.test(text);
      const expression = compileRe2(re2, source);
      return expression.ok && expression.value.test(text.toWellFormed());
    },
  };
}

/**
 * Compiles a regular expression with RE2. The error is Go's message. Throws {@link Re2MissingError} if RE2 was not
 * passed.
 */
export function compileRe2(re2: Re2 | undefined, source: string): Result<Re2Expression, string> {
  if (re2 === undefined) throw new Re2MissingError(source);
  return re2.compile(source);
}
