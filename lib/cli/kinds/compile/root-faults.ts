import type { KindAnalysis } from "../../../lens/check/analyze-kind.ts";
import type { RuleData } from "../../../lens/language/rule.ts";
import type { LensAnalysis, LensFault } from "../../../lens/ops/analysis/lens-analysis.ts";
import { pathTexts } from "../../../lens/ops/rule-text.ts";
import { joinUncoveredMembers } from "./uncovered-members.ts";

/**
 * The errors of a kind's lenses, without those that another error causes. For example, a lens for a version that the kind
 * lacks leaves versions unjoined, and a misspelt path leaves the intended path without a rule.
 */
interface RootErrors {
  /** Errors in how the lenses join the versions. */
  readonly kind: readonly LensFault[];
  /** The errors of each lens, in the order of the lenses. */
  readonly lenses: readonly (readonly LensFault[])[];
}

/**
 * Removes warnings, and errors that another error causes. Uncovered members of one map become one error.
 */
export function rootErrors({ faults, lenses }: KindAnalysis): RootErrors {
  const errors = faults.filter(isError);
  const unknown = new Set(errors.filter(({ code }) => code === "E115").map(({ path }) => path));
  return {
    kind: unknown.size === 0 ? errors : errors.filter(({ code }) => code !== "E113"),
    lenses: lenses.map((lens) =>
      unknown.has(lens.from) || unknown.has(lens.to) ? [] : lensErrors(lens),
    ),
  };
}

function isError({ severity }: LensFault): boolean {
  return severity === "error";
}

/** Codes of errors about a path that no rule covers. An error in the rule that was meant to cover the path can cause them. */
const uncovered: ReadonlySet<string> = new Set(["E101", "E104"]);

function lensErrors({ faults }: LensAnalysis): readonly LensFault[] {
  const errors = faults.filter(isError);
  const misplaced = errors.filter(({ code }) => code === "E103");
  const rules = new Set(misplaced.flatMap(({ rule }) => rule ?? []));
  const intendedPaths = new Set([
    ...misplaced.flatMap(({ meant: path }) => path ?? []),
    ...pathsOf(rules),
  ]);
  const root = errors.filter(
    ({ code, path, rule }) =>
      !uncovered.has(code) || !(intendedPaths.has(path) || (rule !== undefined && rules.has(rule))),
  );
  return joinUncoveredMembers(root);
}

function pathsOf(rules: ReadonlySet<RuleData>): readonly string[] {
  return [...rules].flatMap((rule) => [...pathTexts(rule, "from"), ...pathTexts(rule, "to")]);
}
