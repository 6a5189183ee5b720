import type { Side } from "../../converter/side.ts";
import { analyzeLens } from "../../lens/check/analyze-lens.ts";
import { type Path, parsePath } from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import { itemNode, nodeAt, type SchemaPair } from "../../lens/language/schema-node.ts";
import type { LensFault } from "../../lens/ops/analysis/lens-analysis.ts";
import { isInverted, rulesWithin } from "../../lens/ops/registry.ts";
import { pathTexts } from "../../lens/ops/rule-text.ts";
import { suggestLens } from "../../lens/suggest/suggest-lens.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import { isRefusal, proposedRules, rootTodos, type Todo, todosOf } from "./todos.ts";
import type { OrderedVersions } from "./version-pairs.ts";

/** A drafted lens between two versions, and what its author has to decide. */
export interface DraftedLens {
  readonly from: string;
  readonly to: string;
  readonly rules: readonly DraftedRule[];
  readonly todos: readonly Todo[];
  /** The entries that `accept` needs if each question is decided as proposed. */
  readonly stricter: StricterSchemas;
}

/** The counts of places where one version's schema refuses what the other's allows. */
interface StricterSchemas {
  /** The number of entries of `accept` that `check` prints for these places. */
  readonly entries: number;
  /** The number of places that these entries name. */
  readonly places: number;
}

interface DraftedRule {
  readonly rule: RuleData;
  /** The reasons, each as `path: reason`. */
  readonly reasons: readonly string[];
  /** Of the rule and the rules inside it, those whose op has its first side, such as the text of `text`, in the newer version. */
  readonly inverted: ReadonlySet<RuleData>;
}

/**
 * Drafts the lens between two versions. Its open questions are the compiler's errors about the draft, except errors
 * about stricter schemas: these depend on rules that are not decided yet, and are only counted.
 */
export function draftLens({ from, to }: OrderedVersions, group: string): DraftedLens {
  const schemas = { from: structuralForm(from.schema), to: structuralForm(to.schema) };
  const versions = { from: from.name, to: to.name };
  const { rules, reasons } = suggestLens(schemas.from, schemas.to, versions);
  const faultsOf = (all: readonly RuleData[]): readonly LensFault[] =>
    analyzeLens({ ...versions, schemas, group }, { ...versions, rules: all }).faults;
  const todosWith = (more: readonly RuleData[]): readonly Todo[] =>
    faultsOf([...rules, ...more]).flatMap((each) => todosOf(each, versions, schemas));
  const todos = rootTodos(todosWith([]), todosWith);
  const drafted = rules.map((rule) => ({
    rule,
    reasons: reasons.get(rule) ?? [],
    inverted: new Set(invertedIn(rule, schemas)),
  }));
  return {
    ...versions,
    rules: drafted,
    todos,
    stricter: stricterIn(faultsOf([...rules, ...proposedRules(todos)])),
  };
}

function stricterIn(faults: readonly LensFault[]): StricterSchemas {
  const refused = faults.filter(isRefusal).flatMap(({ entries }) => entries ?? []);
  return {
    entries: refused.reduce((sum, { count }) => sum + count, 0),
    places: refused.reduce((sum, { places }) => sum + places, 0),
  };
}

/** The inverted rules, as in {@link DraftedRule.inverted}. */
function invertedIn(rule: RuleData, schemas: SchemaPair): readonly RuleData[] {
  const own = {
    from: nodeAt(schemas.from, firstPath(rule, "from")),
    to: nodeAt(schemas.to, firstPath(rule, "to")),
  };
  const below = rule.op === "each" ? { from: itemNode(own.from), to: itemNode(own.to) } : own;
  const inner = rulesWithin(rule).flatMap((each) => invertedIn(each, below));
  return isInverted(rule, own) ? [rule, ...inner] : inner;
}

function firstPath(rule: RuleData, side: Side): Path {
  const [path = "."] = pathTexts(rule, side);
  return parsePath(path) ?? [];
}
