import { counted } from "../../json/counted.ts";
import { type Path, parsePath, pathText } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { quotedPath, reportFault } from "../ops/analysis/fault-texts.ts";
import type { LensFault } from "../ops/analysis/lens-analysis.ts";
import type { PlacePair } from "../ops/analysis/place-pair.ts";
import { rulesWithin } from "../ops/registry.ts";

const code = "E130";

/** Reports E130 for a path for which both versions allow any JSON and that no rule names: its value is copied unchanged. */
export function reportUntouched(walk: AnalysisContext, { from, via }: PlacePair): void {
  reportFault(walk, { code, path: from.path, text: textFor([quotedPath(from.path)]), rule: via });
}

/**
 * The most paths that a message names; further ones are counted. The number is a choice: the remedy follows the paths and has
 * to stay in sight.
 */
const maxNamedPaths = 3;

/**
 * The faults without E130 for a path that an `at` with `rules` names (`rules: []` is enough). All E130 faults without a rule are
 * joined into one.
 */
export function withJoinedUntouched(
  all: readonly LensFault[],
  { rules, lenses = {} }: LensData,
): readonly LensFault[] {
  const named = [rules, ...Object.values(lenses)].flatMap((each) => testsForAts(each));
  const faults = all.filter((fault) => fault.code !== code || !named.some((at) => at(fault)));
  return mergedFaults(faults);
}

/** Returns a test for each `at` with `rules`: true for a fault about the path that the `at` names. */
function testsForAts(
  rules: readonly RuleData[],
  around?: RuleData,
  start: Path = [],
): readonly ((fault: LensFault) => boolean)[] {
  return rules.flatMap((rule) => {
    if (rule.op !== "at") return testsForAts(rulesWithin(rule), rule);
    const path = [...start, ...(parsePath(rule.from) ?? [])];
    if (rule.rules === undefined) return [];
    const text = pathText(path);
    const isAt = (fault: LensFault): boolean =>
      around === undefined
        ? fault.path === text
        : fault.rule === around && fault.path.endsWith(`.${text}`);
    return [isAt, ...testsForAts(rule.rules, around, path)];
  });
}

function mergedFaults(faults: readonly LensFault[]): readonly LensFault[] {
  const group = faults.filter((fault) => fault.code === code && fault.rule === undefined);
  const [first] = group;
  if (first === undefined) return faults;
  const named = group.slice(0, maxNamedPaths).map(({ path }) => quotedPath(path));
  const more = group.length - named.length;
  const places = more === 0 ? named : [...named, counted(more, "other place")];
  const one = { ...first, message: textFor(places) };
  return faults.flatMap((fault) => {
    if (!group.includes(fault)) return [fault];
    return fault === first ? [one] : [];
  });
}

function textFor(places: readonly string[]): string {
  const [last = ""] = places.slice(-1);
  const all = places.length === 1 ? last : `${places.slice(0, -1).join(", ")} and ${last}`;
  const it = places.length === 1 ? "it" : "them";
  return `nothing in ${all} is converted or checked: neither version says what ${it === "it" ? "it holds" : "they hold"}. Write rules for what differs in ${it}, as with \`include\`; if nothing does, write \`at\` with \`rules: []\` there`;
}
