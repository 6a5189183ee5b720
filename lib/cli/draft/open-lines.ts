import type { DraftedLens } from "./draft-lens.ts";

/** What a draft leaves open, a line for each lens and each path: fields without a rule, words without a partner, guesses. */
export function openLines(kind: string, lenses: readonly DraftedLens[]): readonly string[] {
  return lenses.flatMap((lens) => {
    const places = [...new Set(placesIn(lens))];
    if (places.length === 0) return [];
    const count = lens.todos.length + guessesIn(lens).length;
    return [
      `${kind} ${lens.from} to ${lens.to}: ${count} to decide, marked TODO:`,
      ...places.map((place) => `  ${place}`),
    ];
  });
}

function placesIn(lens: DraftedLens): readonly string[] {
  return [
    ...guessesIn(lens).map((text) => `${text} (look it over)`),
    ...lens.todos.map(({ open }) => open),
  ];
}

function guessesIn({ rules }: DraftedLens): readonly string[] {
  return rules.flatMap(({ guesses }) => guesses);
}
