import { type Figure, isMet, setOf } from "./figures.ts";

/** The Markdown table of some sets, row by row as they were measured; a sentence where there are no figures. */
export function figureTable(rows: readonly Figure[], sets: readonly string[]): string {
  const shown = sets.flatMap((set) => rows.filter((row) => setOf(row) === set));
  if (shown.length === 0) return "No figures yet.";
  const lines = shown.map((row) => {
    const { name, value, unit, target, measured } = row;
    const result = isMet(row) ? "met" : "missed";
    return `| ${name} | ${value} | ${unit} | ${target} | ${result} | ${measured} |`;
  });
  const head = "| what | measured | | at most | | on |\n| --- | --: | --- | --: | --- | --- |";
  return [head, ...lines].join("\n");
}
