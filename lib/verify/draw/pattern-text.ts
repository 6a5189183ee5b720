import { compilePattern } from "../../schema/pattern/pattern.ts";
import { re2 } from "../../schema/pattern/re2.ts";
import { type CodePointRange, parseSyntax, type Syntax } from "../../schema/pattern/syntax.ts";
import type { DrawState } from "./draw.ts";

/** Draws a string that matches a pattern; undefined if none was found. `stretch`: the most repetitions beyond the minimum. */
type PatternDraw = (draw: DrawState, stretch: number) => string | undefined;

/**
 * Returns a function that draws strings for a pattern from its syntax tree. If {@link parseSyntax} can't parse the pattern, it
 * is simplified: no flags, no group names, ASCII letters instead of Unicode classes. Every string is tested against the
 * original pattern.
 */
export function patternDraw(pattern: string): PatternDraw {
  const syntax = parseSyntax(pattern) ?? parseSyntax(narrowedPattern(pattern));
  const compiled = compilePattern(pattern, re2);
  return (draw, stretch) => {
    const text = syntax === undefined ? "" : drawnText(syntax, draw, stretch);
    return compiled.test(text) ? text : undefined;
  };
}

function narrowedPattern(pattern: string): string {
  return pattern
    .replace(/\(\?[imsU-]+\)/g, "")
    .replace(/\(\?(?:P?<\w+>|[imsU-]+:)/g, "(")
    .replace(/\\[bB]/g, "")
    .replace(/\\[pP](?:\{\^?\w+\}|\w)/g, "[a-zA-Z]");
}

function drawnText(syntax: Syntax, draw: DrawState, stretch: number): string {
  switch (syntax.kind) {
    case "begin":
    case "end":
      return "";
    case "chars":
      return charOf(syntax.ranges, draw);
    case "sequence":
      return syntax.parts.map((part) => drawnText(part, draw, stretch)).join("");
    case "alternatives": {
      const part = draw.pick(syntax.parts);
      return part === undefined ? "" : drawnText(part, draw, stretch);
    }
    case "repeat": {
      const most = Math.min(syntax.max, syntax.min + stretch);
      const times = draw.int(syntax.min, most);
      return Array.from({ length: times }, () => drawnText(syntax.part, draw, stretch)).join("");
    }
  }
}

/** A random character of a character class, printable if the class has a printable one. */
function charOf(ranges: readonly CodePointRange[], draw: DrawState): string {
  const printable = ranges
    .map(([low, high]): CodePointRange => [Math.max(low, 0x21), Math.min(high, 0x7e)])
    .filter(([low, high]) => low <= high);
  const [[first] = [0x61]] = ranges;
  const [low, high] = draw.pick(printable) ?? [first, first];
  return String.fromCodePoint(draw.int(low, high));
}
