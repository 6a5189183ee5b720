import type { DraftedLens } from "./draft-lens.ts";
import { ruleYaml } from "./rule-yaml.ts";
import type { Todo } from "./todos.ts";

/**
 * A `conversion.yaml` with a document for each drafted lens. Comments give the reasons of rules and list undecided fields.
 * `options`: lines for the whole kind, which go into the first document.
 */
export function conversionText(
  lenses: readonly DraftedLens[],
  options: readonly string[] = [],
): string {
  return lenses.map((lens, index) => documentText(lens, index === 0 ? options : [])).join("---\n");
}

function documentText({ from, to, rules, todos }: DraftedLens, options: readonly string[]): string {
  const lines = rules.flatMap(({ rule, reasons }) => [
    ...reasons.map((reason) => `# TODO review: ${reason}`),
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
  const hasCandidates = todos.some(({ candidate }) => candidate !== undefined);
  return hasCandidates ? "rules: [] # remove the [] with the first rule" : "rules: []";
}

function todoLines({ text, candidate }: Todo, newer: string): readonly string[] {
  const lines = text
    .split("\n")
    .map((line, index) => (index === 0 ? `# TODO ${line}` : `# ${line}`));
  if (candidate === undefined) return lines;
  const { rule, reason } = candidate;
  return [...lines, `# - ${ruleYaml(rule, newer)}${reason === undefined ? "" : ` # ${reason}`}`];
}
