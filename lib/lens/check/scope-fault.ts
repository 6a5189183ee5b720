import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { placedRule, reportFault } from "../ops/analysis/fault-texts.ts";
import type { ScopeFault } from "../place/scoped-lens.ts";

/** Reports a fault that sorting the rules into scopes found: of a rule's path, or of a named lens (E112). */
export function reportScopeFault(
  walk: AnalysisContext,
  { code, path, message, rules }: ScopeFault,
): void {
  const [first, ...others] = rules;
  const { data } = walk;
  const names = rules.flatMap((rule) => (rule === undefined ? [] : [placedRule(rule, data)]));
  const isClash = others.length > 0;
  const subject = code === "E112" ? `lens \`${path}\`` : `\`${path}\``;
  const what = code === "E112" ? message.replace("the lens ", "") : message;
  reportFault(walk, {
    code,
    path,
    text: isClash ? `${subject} ${what}: ${names.join("; ")}` : `${subject} ${what}`,
    rule: isClash ? undefined : first,
  });
}
