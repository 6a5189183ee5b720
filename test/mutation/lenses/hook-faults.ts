import type { Changed } from "./faults.ts";

/** What is replaced in the code of hooks: numbers by the next one, comparisons and connectives by others. */
const replacements: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/(?<![\w."'])\d+(?![\w."'])/g, (text) => `${Number(text) + 1}`],
  [/ === /g, () => " !== "],
  [/ !== /g, () => " === "],
  [/ < /g, () => " <= "],
  [/ <= /g, () => " < "],
  [/ > /g, () => " >= "],
  [/ >= /g, () => " > "],
  [/ && /g, () => " || "],
  [/ \|\| /g, () => " && "],
  [/ \+ /g, () => " - "],
];

/**
 * Every text that differs from the code of hooks by one fault. Comments and imports stay as they are. A loop that a fault
 * makes endless fails after many steps, so that a run ends.
 */
export function* faultyHooks(code: string): Iterable<Changed<string>> {
  const lines = code.split("\n");
  for (const [index, line] of lines.entries()) {
    if (/^\s*(\/\/|\*|\/\*|import |type |interface )/.test(line)) continue;
    for (const [pattern, replace] of replacements) {
      for (const match of line.matchAll(pattern)) {
        const [text] = match;
        const other =
          line.slice(0, match.index) + replace(text) + line.slice(match.index + text.length);
        yield {
          what: `line ${index + 1}: ${other.trim()}`,
          changed: bounded(lines.with(index, other).join("\n")),
        };
      }
    }
  }
}

/** The code with loops that fail once they have taken more steps than all conversions of a check need. */
function bounded(code: string): string {
  const loops = code.replaceAll("while (", "while (plantedStep(), ");
  return loops === code ? code : `${loops}\n${stepCode}`;
}

const stepCode = `let plantedSteps = 0;
function plantedStep() {
  if (++plantedSteps > 100_000_000) throw new Error("a loop does not end");
}
`;
