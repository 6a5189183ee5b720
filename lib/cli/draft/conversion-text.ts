import type { DraftedLens, Todo } from "./draft-lens.ts";
import { ruleYaml } from "./rule-yaml.ts";

/**
 * A `conversion.yaml` of drafted lenses, one document each. Comments name guesses and undecided fields. `options` are
 * lines for the whole kind: they go into the first document.
 */
export function conversionText(
  lenses: readonly DraftedLens[],
  options: readonly string[] = [],
): string {
  return lenses.map((lens, index) => documentText(lens, index === 0 ? options : [])).join("---\n");
}

function documentText({ from, to, rules, todos }: DraftedLens, options: readonly string[]): string {
  const lines = rules.flatMap(({ rule, guesses }) => [
    ...guesses.map((guess) => `# TODO review: ${guess}`),
    `- ${ruleYaml(rule, to)}`,
  ]);
  return [
    `from: ${from}`,
    `to: ${to}`,
    ...options,
    ...(lines.length > 0 ? ["rules:", ...lines] : [emptyRules(todos)]),
    ...todos.flatMap((todo) => todoLines(todo, to)),
    "",
  ].join("\n");
}

function emptyRules(todos: readonly Todo[]): string {
  const hasCandidates = todos.some(({ candidates }) => candidates.length > 0);
  return hasCandidates ? "rules: [] # remove the [] with the first rule" : "rules: []";
}

function todoLines({ text, candidates }: Todo, newer: string): readonly string[] {
  return [`# TODO ${text}`, ...candidates.map((rule) => `# - ${ruleYaml(rule, newer)}`)];
}
