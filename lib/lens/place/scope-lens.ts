import { type Side, sides } from "../../converter/side.ts";
import {
  eachItem,
  eachValue,
  type KeyPath,
  type Path,
  pathText,
  startsWith,
} from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { opOf } from "../ops/registry.ts";
import { namedLensFaults } from "./named-lens-faults.ts";
import { overlappingClaims } from "./overlaps.ts";
import { noPaths, type ParsedRule, parseRules, withMappedPaths } from "./parsed-rule.ts";
import { type ExcludedPath, isKey, type RuleNode, relativeTo } from "./rule-node.ts";
import type {
  RuleAction,
  RuleScope,
  ScopedLens,
  ScopedParts,
  ScopeFault,
  ScopeRule,
} from "./scoped-lens.ts";
import { wholeValueSideOf } from "./whole-value.ts";
import { groupWildcards } from "./wildcards.ts";

/** Sorts the rules of a lens into scopes. Never throws: rules that fit no scope are reported as faults and left out. */
export function scopeLens(data: LensData): ScopedLens {
  const faults: ScopeFault[] = [];
  const root = scopeRules(data.rules, faults);
  faults.push(...root.rules.flatMap((rule) => wholeObjectFault(rule) ?? []));
  const named = new Map(
    Object.entries(data.lenses ?? {}).map(([name, rules]) => [name, scopeRules(rules, faults)]),
  );
  return { data, root, named, faults: [...faults, ...namedLensFaults(root, named)] };
}

/** Reports E110 for a rule that names the whole object as `.` in one version and a member in the other. */
function wholeObjectFault({ data, ...rule }: ScopeRule): ScopeFault | undefined {
  if (wholeValueSideOf(rule) === undefined) return undefined;
  const message =
    "is the whole object, which can't be moved to or from a member. Use . only in the rules of an op such as each";
  return { code: "E110", path: ".", message, rules: [data] };
}

/** Sorts a list of rules into a scope of their own. */
export function scopeRules(rules: readonly RuleData[], faults: ScopeFault[]): RuleScope {
  const { placed, bad } = parseRules(rules);
  for (const { data, text, code, message } of bad) {
    faults.push({ code, path: text, message, rules: [data] });
  }
  return scopeOf(placed, faults);
}

function scopeOf(placed: readonly ParsedRule[], faults: ScopeFault[]): RuleScope {
  const drafts = placed.map(
    (rule): RuleNode => ({
      rule,
      data: rule.data,
      children: [...rule.children],
      excluded: [],
    }),
  );
  const nested = new Set(drafts.filter((draft) => nestInContainer(draft, drafts)));
  const own = groupWildcards(
    drafts.filter((draft) => !nested.has(draft)),
    faults,
  );
  for (const draft of own) excludeClaims(draft, own);
  faults.push(...overlappingClaims(own), ...own.flatMap(({ rule }) => wholeFault(rule) ?? []));
  faults.push(...own.flatMap(({ rule }) => fillFaults(rule, own)));
  return { rules: own.map((draft) => scopeRule(draft, faults)) };
}

/** Nests a rule in the outermost container that contains all its paths. False if there is none. */
function nestInContainer(draft: RuleNode, drafts: readonly RuleNode[]): boolean {
  const holders = drafts
    .filter((other) => other !== draft && containsRule(other.rule, draft.rule))
    .sort((a, b) => depth(a.rule) - depth(b.rule));
  const [holder] = holders;
  if (holder === undefined) return false;
  holder.children.push(relativeTo(draft.rule, holder.rule));
  return true;
}

function depth(rule: ParsedRule): number {
  return Math.min(...[...rule.from, ...rule.to].map((path) => path.length));
}

function containsRule(container: ParsedRule, rule: ParsedRule): boolean {
  const { steps } = container;
  if (steps === undefined || rule.from.length + rule.to.length === 0) return false;
  // A rule that also reads paths outside a map stays outside: inside, what it reads would depend on how another rule moves the
  // map.
  const isMap = steps.length === 0;
  return sides.every((side) =>
    [...rule[side], ...(isMap ? unclaimedReads(rule, side) : [])].every((path) =>
      container[side].every(
        (start) => isPathWithin(path, [...start, ...steps]) && path.length > start.length,
      ),
    ),
  );
}

/** The paths that a rule reads without claiming them. */
function unclaimedReads({ reads, beside, fillReads }: ParsedRule, side: Side): readonly Path[] {
  return [...reads[side], ...beside[side], ...fillReads[side]];
}

function isPathWithin(path: Path, start: Path): boolean {
  return startsWith(path, start);
}

/** Excludes from a container the paths inside it that other rules of the scope claim. */
function excludeClaims(draft: RuleNode, drafts: readonly RuleNode[]): void {
  if (draft.rule.steps === undefined) return;
  for (const other of drafts) {
    if (other === draft) continue;
    for (const side of sides) {
      for (const path of other.rule[side]) {
        const [start] = draft.rule[side];
        if (start !== undefined && path.length > start.length && startsWith(path, start)) {
          draft.excluded.push({
            side,
            path: path.slice(start.length),
            claimedBy: other.data ?? other.children[0]?.data,
          });
        }
      }
    }
  }
}

/** Reports E110 for a rule other than a move that names the whole value as `.` in one version and a member in the other. */
function wholeFault(rule: ParsedRule): ScopeFault | undefined {
  if (wholeValueSideOf(rule) === undefined || rule.steps?.length === 0) return undefined;
  return {
    code: "E110",
    path: ".",
    message:
      "names the whole value in one version, and the rule names a member in the other. Only move can convert between them",
    rules: [rule.data],
  };
}

/**
 * Reports E103 for a `fill` that reads a path with `[*]` or `{}`, and E120 for one that reads what another `fill` writes: the
 * order of fills is not defined.
 */
function fillFaults({ data, fillReads }: ParsedRule, drafts: readonly RuleNode[]): ScopeFault[] {
  return sides.flatMap((side) => {
    const filled = drafts.flatMap(({ rule }) =>
      rule.data.fill?.[side] === undefined ? [] : rule[side],
    );
    return fillReads[side].flatMap((path): readonly ScopeFault[] => {
      const fault = { path: pathText(path), rules: [data] };
      if (!path.every(isKey))
        return [
          {
            ...fault,
            code: "E103",
            message: "is read by a fill, which can't read a path with [*] or {}",
          },
        ];
      const isFilled = filled.some((own) => startsWith(path, own) || startsWith(own, path));
      const message =
        "is read by a fill, but another fill writes it. Read a path that no fill writes";
      return isFilled ? [{ ...fault, code: "E120", message }] : [];
    });
  });
}

function scopeRule({ rule, data, children, excluded }: RuleNode, faults: ScopeFault[]): ScopeRule {
  const [from, to] = [rule.from.map(keySteps), rule.to.map(keySteps)];
  const inner = [...children, ...excluded.map(excludedRule)];
  const reads = { from: rule.reads.from.map(keySteps), to: rule.reads.to.map(keySteps) };
  const beside = { from: rule.beside.from.map(keySteps), to: rule.beside.to.map(keySteps) };
  const fillReads = {
    from: rule.fillReads.from.map(keySteps),
    to: rule.fillReads.to.map(keySteps),
  };
  return { data, from, to, reads, beside, fillReads, action: actionOf(rule, inner, faults) };
}

function keySteps(path: Path): KeyPath {
  return path.filter(isKey);
}

function excludedRule({ side, path, claimedBy }: ExcludedPath): ParsedRule {
  const text = pathText(path);
  return {
    data: {
      op: "drop",
      ...(side === "from" ? { from: text } : { to: text }),
      reason: excludedReason,
    },
    isExcluded: true,
    from: side === "from" ? [path] : [],
    to: side === "to" ? [path] : [],
    reads: noPaths,
    beside: noPaths,
    fillReads: noPaths,
    children: [],
    ...(claimedBy !== undefined && { claimedBy }),
  };
}

const excludedReason = "claimed by a rule of the enclosing scope";

function actionOf(
  { data, isExcluded, steps }: ParsedRule,
  children: readonly ParsedRule[],
  faults: ScopeFault[],
): RuleAction {
  const op = opOf(data);
  if (isExcluded === true) return { type: "excluded" };
  if (op.kind === "named") return { type: "named", lens: op.lens(data) };
  if (steps === undefined) return { type: "op", parts: scopedParts(data) };
  const [step] = steps;
  if (step === eachItem) return { type: "items", inner: scopeOf(children, faults) };
  if (step === eachValue) return { type: "values", inner: scopeOf(children, faults) };
  return children.length === 0 ? { type: "op" } : moveAction(children, faults);
}

/** The parts that a value op's inner rules convert. Faults in the inner rules' paths are not reported. */
function scopedParts(data: RuleData): ScopedParts | undefined {
  const op = opOf(data);
  const parts = op.kind === "value" ? op.parts?.(data) : undefined;
  if (parts === undefined) return undefined;
  const { rules, ...others } = parts;
  return { ...others, inner: scopeRules(rules, []) };
}

/**
 * The action of a move with inner rules. Their paths show whether they apply to a map, to the values of a map or to the items of
 * a list.
 */
function moveAction(children: readonly ParsedRule[], faults: ScopeFault[]): RuleAction {
  const starts = new Set(
    children.map((child) => {
      const first = [...child.from, ...child.to][0]?.[0];
      return first === eachItem || first === eachValue ? first : undefined;
    }),
  );
  const [start] = starts;
  if (starts.size === 1 && start !== undefined) {
    const inner = children.map((child) => withMappedPaths(child, (path) => path.slice(1)));
    return { type: start === eachItem ? "items" : "values", inner: scopeOf(inner, faults) };
  }
  return { type: "within", inner: scopeOf(children, faults) };
}
