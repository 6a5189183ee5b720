import { sides } from "../../../converter/side.ts";
import { pathText } from "../../../lens/language/path.ts";
import { pathTexts } from "../../../lens/ops/rule-text.ts";
import type { LearnedLens } from "../../../verify/learn/learn-lens.ts";
import type { UnresolvedPath } from "../../../verify/learn/unresolved-paths.ts";
import { type DraftedLens, draftLens } from "../../draft/draft-lens.ts";
import type { CandidateRule } from "../../draft/todos.ts";
import type { OrderedVersions } from "../../draft/version-pairs.ts";
import { printable } from "../../terminal/printable.ts";

/** A draft of what was learned: the rules, and a question for each undecided place, with the rule that field names suggest. */
export function learnedDraft(
  pair: OrderedVersions,
  group: string,
  { rules, open }: LearnedLens,
): DraftedLens {
  const suggested = draftLens(pair, group);
  return {
    from: pair.from.name,
    to: pair.to.name,
    rules: rules.map((learned) => ({ ...learned, inverted: new Set() })),
    todos: open.map((place) => ({
      text: printable(place.text),
      subject: pathText(place.paths.from[0] ?? place.paths.to[0] ?? []),
      candidate: candidateFor(place, suggested),
    })),
    stricter: { entries: 0, places: 0 },
  };
}

/**
 * The rule that field names suggest for an undecided place; undefined if there is none, or if several fields are undecided
 * together.
 */
function candidateFor(
  { paths }: UnresolvedPath,
  { rules, todos }: DraftedLens,
): CandidateRule | undefined {
  for (const side of sides) {
    const [path, ...others] = paths[side].map(pathText);
    if (path === undefined || others.length > 0) continue;
    const drafted = rules.find(({ rule }) => pathTexts(rule, side).includes(path));
    if (drafted !== undefined) {
      return { rule: drafted.rule, reason: `by their names: ${drafted.reasons[0] ?? "alike"}` };
    }
    const found = todos.find(({ subject }) => subject === path)?.candidate;
    if (found !== undefined) return found;
  }
  return undefined;
}
