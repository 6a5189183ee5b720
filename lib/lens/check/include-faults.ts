import type { LensData, RuleData, RulePosition } from "../language/rule.ts";
import { lensFault } from "../ops/analysis/fault-texts.ts";
import type { LensFault } from "../ops/analysis/lens-analysis.ts";
import { rulesWithin } from "../ops/registry.ts";
import { pathTexts } from "../ops/rule-text.ts";

/**
 * Joins faults that have the same cause: an include whose rules all have wrong paths is one fault, and so is a rule that is wrong
 * in the same way in several includes.
 */
export function joinFaultsByCause(
  lens: LensData,
  faults: readonly LensFault[],
): readonly LensFault[] {
  const wrong = wrongIncludes(lens, faults);
  const rest = faults.filter((fault) => !wrong.some(({ explains }) => explains(fault)));
  return [...wrong.map(({ fault }) => fault), ...mergedByRule(rest)];
}

/** The codes of faults of a rule whose path does not exist, or has a value of another type than the rule needs. */
const misplacedCodes: ReadonlySet<string> = new Set(["E103", "E110"]);

/** The codes of faults that a missing rule causes: a path that no rule covers, and a required field that may be absent. */
const uncoveredCodes: ReadonlySet<string> = new Set(["E101", "E104"]);

interface WrongInclude {
  readonly fault: LensFault;
  /** True for a fault that has the same cause as `fault`. */
  readonly explains: (fault: LensFault) => boolean;
}

/** The includes of lenses that have several rules, of which none finds its paths. */
function wrongIncludes(lens: LensData, faults: readonly LensFault[]): readonly WrongInclude[] {
  const misplaced = new Map(
    faults.flatMap((fault) =>
      fault.rule !== undefined && misplacedCodes.has(fault.code) ? [[fault.rule, fault]] : [],
    ),
  );
  if (misplaced.size < 2) return [];
  return [...includedRules(lens).values()].flatMap((rules) => {
    const [first] = rules.flatMap((rule) => misplaced.get(rule) ?? []);
    const at = rules[0]?.at?.includedAt;
    const isWrong = rules.length > 1 && rules.every((rule) => misplaced.has(rule));
    if (!isWrong || first === undefined || at === undefined) return [];
    const scope = scopeOf(first);
    const text = `none of the ${rules.length} included rules finds its paths. The first fault: ${first.message}`;
    const rule: RuleData = { op: "include", from: ".", to: ".", lens: "", at };
    const own = new Set(rules);
    return {
      fault: { ...lensFault({ code: "E103", path: first.path, text, rule: undefined }), rule },
      explains: (fault: LensFault) =>
        fault.rule === undefined
          ? uncoveredCodes.has(fault.code) && fault.path.startsWith(scope)
          : own.has(fault.rule),
    };
  });
}

/** The rules of each include, by the include's position. Rules inside other rules of the same include are left out. */
function includedRules({ rules, lenses = {} }: LensData): ReadonlyMap<string, readonly RuleData[]> {
  const found = new Map<string, RuleData[]>();
  const visit = (rule: RuleData, above: string): void => {
    const key = includeKey(rule.at?.includedAt);
    if (key !== "" && key !== above) found.set(key, [...(found.get(key) ?? []), rule]);
    for (const inner of rulesWithin(rule)) visit(inner, key);
  };
  for (const rule of [...rules, ...Object.values(lenses).flat()]) visit(rule, "");
  return found;
}

function includeKey(at: RulePosition | undefined): string {
  if (at === undefined) return "";
  const { file = "", line, column, includedAt } = at;
  return `${file}:${line}:${column} ${includeKey(includedAt)}`;
}

/** The path at which the scope of a rule with a wrong path starts. */
function scopeOf({ path, rule }: LensFault): string {
  const texts = rule === undefined ? [] : [...pathTexts(rule, "from"), ...pathTexts(rule, "to")];
  const own = texts.find((text) => path.endsWith(text));
  if (own !== undefined) return path.slice(0, path.length - own.length);
  // The fault is about a path below that of the rule, such as the key of items.
  const [start] = texts.map((text) => path.lastIndexOf(text)).filter((at) => at >= 0);
  return start === undefined ? path : path.slice(0, start);
}

/**
 * The first sentence of a fault's message, with paths relative to the included lens and without suggestions, which differ between
 * includes.
 */
function statementOf(fault: LensFault): string {
  const [statement = ""] = fault.message.replaceAll(scopeOf(fault), "").split(/; |\. | \(/);
  return statement;
}

/** Joins the faults that one rule has in several includes of its lens. */
function mergedByRule(faults: readonly LensFault[]): readonly LensFault[] {
  const groups = Map.groupBy(faults, (fault) => {
    const at = fault.rule?.at;
    // Faults with a refusal are reported for each include, since an entry of `accept` names paths.
    if (at?.includedAt === undefined || fault.refusal !== undefined) return fault;
    return `${fault.code} ${at.file ?? ""}:${at.line}:${at.column} ${statementOf(fault)}`;
  });
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const includes = new Set([first, ...more].map(({ rule }) => includeKey(rule?.at?.includedAt)));
    const [others, each] = [includes.size - 1, includes.size === 2 ? "include" : "includes"];
    if (others === 0) return [first, ...more];
    return { ...first, message: `${first.message}, and at ${others} more ${each}` };
  });
}
