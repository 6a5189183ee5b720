import { RE2JS } from "re2js";
import { err, ok, type Result } from "../../json/result.ts";
import { memoized } from "./memoized.ts";
import type { Re2, Re2Expression } from "./pattern.ts";

/** RE2 by the library re2js, with a cache. Functions import this module only for schemas that need RE2. */
export const re2: Re2 = { compile: memoized(compile) };

function compile(source: string): Result<Re2Expression, string> {
  try {
    const compiled = RE2JS.compile(source);
    return ok({
      test: (text) => compiled.test(text),
      find: (text, limit) => (limit === 0 ? [] : (compiled.re2().findAll(text, limit) ?? [])),
    });
  } catch (error) {
    return err(goMessage(error instanceof Error ? error.message : String(error)));
  }
}

/** Go always quotes the invalid part of an expression, even if it is empty. */
function goMessage(message: string): string {
  return message.endsWith("`") ? message : `${message}: \`\``;
}
