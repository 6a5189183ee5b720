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
import { noPaths, type ParsedRule, parseRules, relocated } from "./parsed-rule.ts";
import { type ExcludedPath, isKey, type RuleNode, relativeTo } from "./rule-node.ts";
import type {
  Action,
  RuleScope,
  ScopedLens,
  ScopedParts,
  ScopeFault,
  ScopeRule,
} from "./scoped-lens.ts";
import { wholeSideOf } from "./whole-value.ts";
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

/** E110: the object itself is not a member, and a member is not the object. */
function wholeObjectFault({ data, ...rule }: ScopeRule): ScopeFault | undefined {
  if (wholeSideOf(rule) === undefined) return undefined;
  const message = "is the whole object, which cannot move: write the rule within each";
  return { code: "E110", path: ".", message, rules: [data] };
}

/** Sorts rules into a scope of their own. */
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
  return { rules: own.map((draft) => ruleOf(draft, faults)) };
}

/** Nests a rule in the outermost container that holds all its paths. */
function nestInContainer(draft: RuleNode, drafts: readonly RuleNode[]): boolean {
  const holders = drafts
    .filter((other) => other !== draft && holds(other.rule, draft.rule))
    .sort((a, b) => depth(a.rule) - depth(b.rule));
  const [holder] = holders;
  if (holder === undefined) return false;
  holder.children.push(relativeTo(draft.rule, holder.rule));
  return true;
}

function depth(rule: ParsedRule): number {
  return Math.min(...[...rule.from, ...rule.to].map((path) => path.length));
}

function holds(container: ParsedRule, rule: ParsedRule): boolean {
  const { steps } = container;
  if (steps === undefined || rule.from.length + rule.to.length === 0) return false;
  // A rule that also reads outside of a map stays outside: what it reads must not depend on another rule for the map.
  const isMap = steps.length === 0;
  return sides.every((side) =>
    [...rule[side], ...(isMap ? besides(rule, side) : [])].every((path) =>
      container[side].every(
        (start) => isBelow(path, [...start, ...steps]) && path.length > start.length,
      ),
    ),
  );
}

/** What a rule reads without claiming it. */
function besides({ reads, beside, fillReads }: ParsedRule, side: Side): readonly Path[] {
  return [...reads[side], ...beside[side], ...fillReads[side]];
}

function isBelow(path: Path, start: Path): boolean {
  return startsWith(path, start);
}

/** Excludes from a container what other rules of the scope claim inside it. */
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

/** E110: only move takes a whole value to a member, or a member to be the whole value. */
function wholeFault(rule: ParsedRule): ScopeFault | undefined {
  if (wholeSideOf(rule) === undefined || rule.steps?.length === 0) return undefined;
  return {
    code: "E110",
    path: ".",
    message: "names the whole value on one side: only move converts that to a member",
    rules: [rule.data],
  };
}

/** E103, E120: a fill reads one place, and none that a fill fills in: fills come last, and in no order. */
function fillFaults({ data, fillReads }: ParsedRule, drafts: readonly RuleNode[]): ScopeFault[] {
  return sides.flatMap((side) => {
    const filled = drafts.flatMap(({ rule }) =>
      rule.data.fill?.[side] === undefined ? [] : rule[side],
    );
    return fillReads[side].flatMap((path): readonly ScopeFault[] => {
      const fault = { path: pathText(path), rules: [data] };
      if (!path.every(isKey)) return [{ ...fault, code: "E103", message: "is not one place" }];
      const isFilled = filled.some((own) => startsWith(path, own) || startsWith(own, path));
      const message = "is read by a fill, and filled in itself";
      return isFilled ? [{ ...fault, code: "E120", message }] : [];
    });
  });
}

function ruleOf({ rule, data, children, excluded }: RuleNode, faults: ScopeFault[]): ScopeRule {
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
): Action {
  const op = opOf(data);
  if (isExcluded === true) return { type: "excluded" };
  if (op.kind === "named") return { type: "named", lens: op.lens(data) };
  if (steps === undefined) return { type: "op", parts: partsOf(data) };
  const [step] = steps;
  if (step === eachItem) return { type: "items", inner: scopeOf(children, faults) };
  if (step === eachValue) return { type: "values", inner: scopeOf(children, faults) };
  return children.length === 0 ? { type: "op" } : moveAction(children, faults);
}

/** Faults in the rules within an op are found where its codec is made. */
function partsOf(data: RuleData): ScopedParts | undefined {
  const op = opOf(data);
  const parts = op.kind === "value" ? op.parts?.(data) : undefined;
  return parts && { key: parts.key, inItem: parts.inItem, inner: scopeRules(parts.rules, []) };
}

/** The action of a move with inner rules. Whether they apply to a map, its values or a list's items is in their paths. */
function moveAction(children: readonly ParsedRule[], faults: ScopeFault[]): Action {
  const starts = new Set(
    children.map((child) => {
      const first = [...child.from, ...child.to][0]?.[0];
      return first === eachItem || first === eachValue ? first : undefined;
    }),
  );
  const [start] = starts;
  if (starts.size === 1 && start !== undefined) {
    const inner = children.map((child) => relocated(child, (path) => path.slice(1)));
    return { type: start === eachItem ? "items" : "values", inner: scopeOf(inner, faults) };
  }
  return { type: "within", inner: scopeOf(children, faults) };
}
