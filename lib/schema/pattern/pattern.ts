import { err, ok, type Result } from "../../json/result.ts";
import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import { automatonOf } from "./automaton.ts";

/** A regular expression in RE2's syntax. Matches anywhere in a text unless anchored, in linear time. */
export interface Pattern {
  readonly source: string;
  /** Go's error for an invalid regular expression; undefined for a valid one. Compiles it on first use. */
  readonly error: string | undefined;
  /** True if a text matches; false for an invalid regular expression. Compiles it on first use. */
  test(text: string): boolean;
}

/** A pattern needs RE2, which was not loaded: a bug of the caller, see {@link preparePatterns}. */
export class Re2NotLoadedError extends Error {
  override readonly name = "Re2NotLoadedError";
}

/** Compiles a pattern with RE2. Throws an error with Go's message. */
type CompileRe2 = (source: string) => Re2Expression;

interface Re2Expression {
  test(text: string): boolean;
  /** The first `limit` matches that don't overlap. */
  find(text: string, limit: number): readonly string[];
}

let re2: CompileRe2 | undefined;

/** Loads RE2. Afterwards every pattern compiles without waiting. */
export async function loadRe2(): Promise<void> {
  if (re2 !== undefined) return;
  const { RE2JS } = await import("re2js");
  re2 = (source) => {
    const compiledSource = RE2JS.compile(source);
    return {
      test: (text) => compiledSource.test(text),
      find: (text, limit) => compiledSource.re2().findAll(text, limit) ?? [],
    };
  };
}

/**
 * Prepares the patterns of a schema, or of a value that contains schemas: loads RE2 if one of them needs it. Await it once
 * before you use a validator of the schema; validation itself is synchronous.
 */
export async function preparePatterns(schema: JsonValue): Promise<void> {
  if (needsRe2(schema)) await loadRe2();
}

/** True for a value with a `pattern` at any depth that needs RE2. */
function needsRe2(schema: JsonValue): boolean {
  const stack: JsonValue[] = [schema];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (isArray(value)) for (const item of value) stack.push(item);
    if (!isObject(value)) continue;
    const source = member(value, "pattern");
    if (typeof source === "string" && source !== "" && automatonOf(source) === undefined)
      return true;
    for (const child of Object.values(value)) stack.push(child);
  }
  return false;
}

/** True for a pattern that can be compiled now: it does not need RE2, or RE2 is loaded. */
export function isPatternReady(source: string): boolean {
  return re2 !== undefined || source === "" || automatonOf(source) !== undefined;
}

type Compiled = { readonly test: (text: string) => boolean } | { readonly error: string };

/** Schemas repeat their patterns. The limit is for processes that read new schemas all the time. */
const maxCached = 1000;
const cache = new Map<string, Compiled>();

function compiled(source: string): Compiled {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const fresh = compile(source);
  if (cache.size >= maxCached) cache.clear();
  cache.set(source, fresh);
  return fresh;
}

function compile(source: string): Compiled {
  const automaton = automatonOf(source);
  if (automaton !== undefined) return { test: (text) => automaton.test(text) };
  const expression = expressionOf(source);
  return expression.ok
    ? { test: (text) => expression.value.test(text.toWellFormed()) }
    : { error: expression.error };
}

const expressions = new Map<string, Result<Re2Expression, string>>();

/** The pattern compiled by RE2, or Go's error. */
function expressionOf(source: string): Result<Re2Expression, string> {
  const known = expressions.get(source);
  if (known !== undefined) return known;
  if (re2 === undefined) {
    throw new Re2NotLoadedError(`the pattern ${source} needs RE2: await preparePatterns first`);
  }
  const fresh = compileWith(re2, source);
  if (expressions.size >= maxCached) expressions.clear();
  expressions.set(source, fresh);
  return fresh;
}

function compileWith(compiler: CompileRe2, source: string): Result<Re2Expression, string> {
  try {
    return ok(compiler(source));
  } catch (error) {
    return err(goMessage(error instanceof Error ? error.message : String(error)));
  }
}

/**
 * The first `limit` matches of a pattern in a text that don't overlap. Always needs RE2.
 *
 * Errors: Go's error for an invalid regular expression. Throws {@link Re2NotLoadedError}.
 */
export function findMatches(
  source: string,
  text: string,
  limit: number,
): Result<readonly string[], string> {
  const expression = expressionOf(source);
  if (!expression.ok) return expression;
  return ok(limit === 0 ? [] : expression.value.find(text, Number.isFinite(limit) ? limit : -1));
}

/** Go always quotes the invalid part, even an empty one. */
function goMessage(message: string): string {
  return message.endsWith("`") ? message : `${message}: \`\``;
}

/**
 * A pattern that compiles when it is first used.
 *
 * Errors: an invalid regular expression matches nothing and has an `error`. Throws {@link Re2NotLoadedError} on first use.
 * Source: k8s.io/kube-openapi@v0.0.0-20260317180543-43fb72c5454a pkg/validation/validate/values.go, Pattern.
 */
export function compilePattern(source: string): Pattern {
  return {
    source,
    get error(): string | undefined {
      const result = compiled(source);
      return "error" in result ? result.error : undefined;
    },
    test(text: string): boolean {
      const result = compiled(source);
      return "test" in result && result.test(text);
    },
  };
}
