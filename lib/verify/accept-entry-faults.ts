import {
  type AcceptEntry,
  acceptPosition,
  asList,
  constraintText,
} from "../lens/language/accept.ts";
import { pathText } from "../lens/language/path.ts";
import type { LensData } from "../lens/language/rule.ts";
import { keywordConstraintText } from "../lens/ops/analysis/constraint-tests.ts";
import { lensFault, placedRule, quotedPath } from "../lens/ops/analysis/fault-texts.ts";
import type { LensFault } from "../lens/ops/analysis/lens-analysis.ts";
import { type AcceptedPlace, analysisOf } from "./accepted-places.ts";
import type { Subject } from "./subject.ts";
import type { AcceptedCount } from "./trial.ts";

/**
 * E128 is only reported if at least this many objects have a value at the path of the entry of `accept`. With fewer objects it
 * may be chance that the entry excuses each of them. The number is a choice: if half of the values were valid, ten objects
 * would all be excused once in a thousand runs.
 */
const leastObjects = 10;

/**
 * The faulty entries of `accept`, found by the law `valid-result`. E127, a warning: the entry excused no object, and the compiler
 * does not predict a refusal that it would excuse. E128, an error: the entry excused every object with a value at its path.
 */
export function acceptEntryFaults(
  subject: Subject,
  counts: readonly AcceptedCount[],
  runs: number,
): readonly LensFault[] {
  return [
    ...subject.kind.lenses.flatMap((lens) => unneededEntries(subject, lens, counts, runs)),
    ...alwaysExcused(counts),
  ];
}

function unneededEntries(
  subject: Subject,
  lens: LensData,
  counts: readonly AcceptedCount[],
  runs: number,
): readonly LensFault[] {
  if (lens.accept === undefined) return [];
  const { accepted } = analysisOf(subject, lens);
  const excusing = counts.filter(({ excused }) => excused > 0).map(({ place }) => place.entry);
  const used = new Set<AcceptEntry>([...excusing, ...accepted.map(({ entry }) => entry)]);
  return lens.accept
    .filter((entry) => !used.has(entry))
    .map((entry) => {
      const path = asList(entry.at).join(", ");
      const text = `the entry of accept for ${quotedPath(path)} in ${entry.in} was not needed: ${entry.in} refused none of the tried objects for what the entry names, and the compiler predicts no such refusal. Remove the entry, or try more objects than --runs ${runs}${acceptPosition(entry, lens.file)}`;
      return lensFault({ code: "E127", path, text, rule: undefined });
    });
}

function alwaysExcused(counts: readonly AcceptedCount[]): readonly LensFault[] {
  const byPlace = Map.groupBy(counts, ({ place }) => {
    const { version, constraint, lens } = place;
    return `${lens.from} ${lens.to} ${version} ${pathText(constraint.path)} ${constraintText(constraint)}`;
  });
  return [...byPlace.values()].flatMap((group): readonly LensFault[] => {
    const present = group.reduce((sum, count) => sum + count.present, 0);
    const excused = group.reduce((sum, count) => sum + count.excused, 0);
    const [first] = group;
    if (first === undefined || present < leastObjects || excused < present) return [];
    const { version, constraint, entry, lens } = first.place;
    const path = pathText(constraint.path);
    const text = `${version} refused each of ${present} objects at ${quotedPath(path)} by ${constraintText(constraint)}, and accept excuses them all, ${remedyText(first.place)}${acceptPosition(entry, lens.file)}`;
    return [lensFault({ code: "E128", path, text, rule: undefined })];
  });
}

/** The end of the text of E128: what no tried object shows, and what the author can do. */
function remedyText({ version, constraint, lens, rule }: AcceptedPlace): string {
  const wanted =
    constraint.keyword === "required"
      ? `add an example that has the member in ${version}`
      : `add an example with a value that ${version} takes there: ${keywordConstraintText(constraint)}`;
  return rule === undefined
    ? `so no object shows a value that ${version} takes. ${wanted.replace("add", "Add")}`
    : `so no object shows the rule to be right. Correct the rule (${placedRule(rule, lens)}), or ${wanted}`;
}
