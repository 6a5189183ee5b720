import { counted } from "../terminal/counted.ts";
import type { DraftedLens } from "./draft-lens.ts";

/** What the author of drafts has to decide: a line for each lens, then one for each path. */
export function undecidedLines(kind: string, lenses: readonly DraftedLens[]): readonly string[] {
  return lenses.flatMap((lens) => {
    const subjects = [...new Set(subjectsIn(lens))];
    if (subjects.length === 0) return [];
    const count = lens.todos.length + reasonsIn(lens).length;
    return [
      `${kind} ${lens.from} to ${lens.to}: ${count} to decide, marked TODO:`,
      ...subjects.map((subject) => `  ${subject}`),
      ...stricterLines(lens),
    ];
  });
}

function stricterLines({ stricter }: DraftedLens): readonly string[] {
  return stricter === 0
    ? []
    : [
        `  then ${counted(stricter, "place")} where a schema is stricter: check prints what to accept`,
      ];
}

function subjectsIn(lens: DraftedLens): readonly string[] {
  return [
    ...reasonsIn(lens).map((text) => `${text} (review it)`),
    ...lens.todos.map(({ subject }) => subject),
  ];
}

function reasonsIn({ rules }: DraftedLens): readonly string[] {
  return rules.flatMap(({ reasons }) => reasons);
}
