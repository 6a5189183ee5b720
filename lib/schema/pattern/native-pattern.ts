import { isLinear } from "./ambiguity.ts";
import type { CharSet } from "./char-set.ts";
import { type PlainPattern, parsePlain, type Syntax } from "./plain-syntax.ts";

/**
 * A native expression that finds a match exactly where RE2 does, and in linear time; undefined where that is not
 * plain to see. It is written anew from what the pattern means, so nothing of RE2's syntax reaches the native parser.
 * Texts must be well-formed Unicode.
 */
export function nativePattern(source: string): RegExp | undefined {
  const plain = parsePlain(source);
  return plain !== undefined && isLinear(plain) ? new RegExp(write(plain), "u") : undefined;
}

function write({ branches }: PlainPattern): string {
  return branches
    .map(
      ({ fromStart, toEnd, body }) =>
        `${fromStart ? "^" : ""}${writePart(body)}${toEnd ? "$" : ""}`,
    )
    .join("|");
}

function writePart(syntax: Syntax): string {
  switch (syntax.kind) {
    case "chars":
      return writeSet(syntax.set);
    case "sequence":
      return syntax.parts.map(writePart).join("");
    case "choice":
      return `(?:${syntax.branches.map(writePart).join("|")})`;
    case "repeat": {
      const max = syntax.max === Number.POSITIVE_INFINITY ? "" : syntax.max;
      return `(?:${writePart(syntax.body)}){${syntax.min},${max}}`;
    }
  }
}

function writeSet(set: CharSet): string {
  const pairs = set.map(([first, last]) =>
    first === last ? writeChar(first) : `${writeChar(first)}-${writeChar(last)}`,
  );
  return `[${pairs.join("")}]`;
}

function writeChar(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
