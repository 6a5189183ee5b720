import type { Colours } from "./colours.ts";
import { commonSubsequence } from "./common-subsequence.ts";

/** The number of equal lines that are shown before and after a difference, as `diff -u` does. */
const context = 3;

/**
 * The most pairs of lines that are compared. For longer texts, all lines between the first and last difference are shown as
 * removed and added. The number is a choice: two texts of 2,000 lines fit, and the time and memory grow with the pairs.
 */
const maxPairs = 4_000_000;

interface DiffLine {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** The differing lines of two texts, with three lines around them: `-` marks lines only in the first, `+` only in the second. */
export function lineDiff(before: string, after: string, colours: Colours): readonly string[] {
  const lines = diffLines(before.trimEnd().split("\n"), after.trimEnd().split("\n"));
  const isShown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ mark }) => mark !== " "),
  );
  return lines.flatMap((line, index) => {
    if (isShown[index] === true) return [diffLineText(line, colours)];
    return isShown[index - 1] === true || index === 0 ? ["  …"] : [];
  });
}

function diffLineText({ mark, text }: DiffLine, { good, bad }: Colours): string {
  const line = `${mark} ${text}`.trimEnd();
  if (mark === " ") return line;
  return mark === "+" ? good(line) : bad(line);
}

function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - head;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [old, now] = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ];
  const pairs = old.length * now.length > maxPairs ? [] : commonSubsequence(old, now);
  const lines: DiffLine[] = before.slice(0, head).map(commonLine);
  let [atOld, atNow] = [0, 0];
  for (const [oldIndex, nowIndex] of [...pairs, [old.length, now.length] as const]) {
    lines.push(...old.slice(atOld, oldIndex).map((text) => ({ mark: "-", text }) as const));
    lines.push(...now.slice(atNow, nowIndex).map((text) => ({ mark: "+", text }) as const));
    lines.push(...old.slice(oldIndex, oldIndex + 1).map(commonLine));
    [atOld, atNow] = [oldIndex + 1, nowIndex + 1];
  }
  return [...lines, ...before.slice(before.length - tail).map(commonLine)];
}

function commonLine(text: string): DiffLine {
  return { mark: " ", text };
}
