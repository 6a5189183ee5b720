import { counted } from "../../json/counted.ts";
import type { DraftedLens } from "./draft-lens.ts";

/** What the author has to decide and to review, for standard error: a line for each lens, then one for each path. */
export function undecidedLines(kind: string, lenses: readonly DraftedLens[]): readonly string[] {
  return lenses.flatMap((lens) => {
    const subjects = [...new Set(subjectsIn(lens))];
    if (subjects.length === 0) return [];
    return [
      `${kind} ${lens.from} to ${lens.to}: ${todoCounts([lens])}, marked TODO:`,
      ...subjects.map((subject) => `  ${subject}`),
      ...stricterLines(lens),
    ];
  });
}

/**
 * The number of questions that drafts leave open, and of guessed rules to review: `5 to decide, 2 to review`. Empty if there are
 * none.
 */
export function todoCounts(lenses: readonly DraftedLens[]): string {
  const questions = lenses.flatMap(({ todos }) => todos).length;
  const guesses = lenses.flatMap(reasonsIn).length;
  return [
    ...(questions > 0 ? [`${questions} to decide`] : []),
    ...(guesses > 0 ? [`${guesses} to review`] : []),
  ].join(", ");
}

function stricterLines({ stricter: { entries, places } }: DraftedLens): readonly string[] {
  if (entries === 0) return [];
  const wanted = entries === 1 ? "1 entry" : `${entries} entries`;
  const what = `${wanted} of accept for ${counted(places, "place")} where a schema is stricter`;
  return [`  then ${what}: check prints ${entries === 1 ? "it" : "them"}`];
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
