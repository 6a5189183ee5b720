import { eachItem, eachValue, type KeyPath, type Path, pathText, startsWith } from "./path.ts";
import {
  noReads,
  otherSide,
  type PlacedRule,
  placeRules,
  type Side,
  sides,
  splitAtWildcard,
} from "./placed.ts";
import type { LensData, RuleData } from "./rule.ts";

/** A lens with every rule at its place: within a scope paths are keys alone, and no claim lies below another. */
export interface ScopedLens {
  readonly data: LensData;
  readonly root: Scope;
  readonly named: ReadonlyMap<string, Scope>;
  readonly faults: readonly ScopeFault[];
}

/** The rules of one place: the body, an item of a list, a value of a map, a moved map. */
export interface Scope {
  readonly rules: readonly ScopeRule[];
}

/** A rule within its scope. */
export interface ScopeRule {
  /** Absent in what was made for rules with `[*]` or `{}` in their paths. */
  readonly data: RuleData | undefined;
  readonly from: readonly KeyPath[];
  readonly to: readonly KeyPath[];
  /** What is looked at beside the claims, by side. */
  readonly reads: Readonly<Record<Side, readonly KeyPath[]>>;
  readonly action: Action;
}

/**
 * What a rule does with its values: its op; an inner lens on the value, its items or its members; nothing, because a
 * rule of the scope around claims a place inside this one (hole).
 */
export type Action =
  | { readonly type: "op" }
  | { readonly type: "within" | "items" | "values"; readonly inner: Scope }
  | { readonly type: "named"; readonly lens: string }
  | { readonly type: "hole" };

/** What is wrong with where a rule stands. */
export interface ScopeFault {
  readonly code: "E102" | "E103" | "E110" | "E112" | "E122";
  readonly path: string;
  readonly message: string;
  readonly rules: readonly (RuleData | undefined)[];
}

/** Puts the rules of a lens at their places. Never throws: rules that cannot be placed are faults and left out. */
export function scopeLens(data: LensData): ScopedLens {
  const faults: ScopeFault[] = [];
  const root = scopeRules(data.rules, faults);
  const named = new Map(
    Object.entries(data.lenses ?? {}).map(([name, rules]) => [name, scopeRules(rules, faults)]),
  );
  return { data, root, named, faults: [...faults, ...namingFaults(root, named)] };
}

/** Puts rules at their places in a scope of their own. */
export function scopeRules(rules: readonly RuleData[], faults: ScopeFault[]): Scope {
  const { placed, bad } = placeRules(rules);
  for (const { data, text } of bad) {
    faults.push({ code: "E103", path: text, message: "is no path", rules: [data] });
  }
  return scopeOf(placed, faults);
}

/** A rule under way: its own paths, and the rules that were found to lie within it. */
interface Draft {
  readonly rule: PlacedRule;
  /** Undefined for what is made for wildcards: its rule then has no data of its own. */
  readonly data: RuleData | undefined;
  readonly children: PlacedRule[];
  readonly holes: { readonly side: Side; readonly path: Path }[];
}

function scopeOf(placed: readonly PlacedRule[], faults: ScopeFault[]): Scope {
  const drafts = placed.map(
    (rule): Draft => ({
      rule,
      data: rule.data,
      children: [...rule.children],
      holes: [],
    }),
  );
  const nested = new Set(drafts.filter((draft) => nest(draft, drafts)));
  const own = gather(
    drafts.filter((draft) => !nested.has(draft)),
    faults,
  );
  for (const draft of own) punch(draft, own);
  faults.push(...overlaps(own));
  return { rules: own.map((draft) => ruleOf(draft, faults)) };
}

/** The steps below a container at which its inner lens begins; undefined for a rule that contains nothing. */
function containerSteps({ data }: PlacedRule): Path | undefined {
  if (data.op === "move") return [];
  if (data.op === "each" || data.op === "conditions") return [eachItem];
  return data.op === "eachValue" ? [eachValue] : undefined;
}

/** Hands a rule to the outermost container that holds all its paths. */
function nest(draft: Draft, drafts: readonly Draft[]): boolean {
  const holders = drafts
    .filter((other) => other !== draft && holds(other.rule, draft.rule))
    .sort((a, b) => depth(a.rule) - depth(b.rule));
  const [holder] = holders;
  if (holder === undefined) return false;
  holder.children.push(stripped(draft.rule, holder.rule));
  return true;
}

function depth(rule: PlacedRule): number {
  return Math.min(...[...rule.from, ...rule.to].map((path) => path.length));
}

function holds(container: PlacedRule, rule: PlacedRule): boolean {
  const steps = containerSteps(container);
  if (steps === undefined || rule.from.length + rule.to.length === 0) return false;
  return sides.every((side) =>
    rule[side].every((path) =>
      container[side].every(
        (start) => isBelow(path, [...start, ...steps]) && path.length > start.length,
      ),
    ),
  );
}

function isBelow(path: Path, start: Path): boolean {
  return startsWith(path, start);
}

/** A rule as seen from within a container. */
function stripped(rule: PlacedRule, container: PlacedRule): PlacedRule {
  const steps = containerSteps(container)?.length ?? 0;
  const strip = (side: Side): readonly Path[] =>
    rule[side].map((path) => path.slice((container[side][0]?.length ?? 0) + steps));
  const reads = {
    from: stripReads(rule, container, "from"),
    to: stripReads(rule, container, "to"),
  };
  return { ...rule, from: strip("from"), to: strip("to"), reads };
}

/** Reads as seen from within a container; one that leads out of it is left as it is and finds nothing. */
function stripReads(rule: PlacedRule, container: PlacedRule, side: Side): readonly Path[] {
  const start = [...(container[side][0] ?? []), ...(containerSteps(container) ?? [])];
  return rule.reads[side].map((path) =>
    startsWith(path, start) ? path.slice(start.length) : path,
  );
}

/** Puts rules with `[*]` or `{}` in their paths into a container of their own, one for each list or map. */
function gather(drafts: readonly Draft[], faults: ScopeFault[]): readonly Draft[] {
  const plain = drafts.filter(({ rule }) => [...rule.from, ...rule.to].every(isPlain));
  const made = new Map<string, Draft>();
  for (const { rule } of drafts) {
    const paths = [...rule.from, ...rule.to];
    if (paths.every(isPlain)) continue;
    const place = wildcardPlace(rule, plain);
    if (place === undefined) {
      faults.push(crossing(rule));
      continue;
    }
    const key = `${pathText(place.from)} ${String(place.wildcard)} ${pathText(place.to)}`;
    const container = made.get(key) ?? containerAt(place);
    made.set(key, container);
    container.children.push(stripped(rule, container.rule));
  }
  return [...plain, ...made.values()];
}

function isPlain(path: Path): boolean {
  return path.every((step) => typeof step === "string");
}

function crossing(rule: PlacedRule): ScopeFault {
  const [path = []] = [...rule.from, ...rule.to];
  return {
    code: "E110",
    path: pathText(path),
    message: "its paths do not pass through one list or map on either side",
    rules: [rule.data],
  };
}

interface WildcardPlace {
  readonly from: KeyPath;
  readonly to: KeyPath;
  readonly wildcard: typeof eachItem | typeof eachValue;
}

/** The one list or map on either side through which all paths of a rule pass. */
function wildcardPlace(rule: PlacedRule, plain: readonly Draft[]): WildcardPlace | undefined {
  const starts = { from: startsOf(rule.from), to: startsOf(rule.to) };
  if (starts.from === undefined || starts.to === undefined) return undefined;
  const [from, to] = [starts.from[0], starts.to[0]];
  const known = from ?? to;
  if (known === undefined || (from && to && from.wildcard !== to.wildcard)) return undefined;
  const { wildcard } = known;
  return {
    from: from?.start ?? counterpart(known.start, "to", plain),
    to: to?.start ?? counterpart(known.start, "from", plain),
    wildcard,
  };
}

/** Where each path meets its first wildcard, if that is the same place for all; undefined where it is not. */
function startsOf(paths: readonly Path[]) {
  const starts = paths.map(splitAtWildcard);
  const [first] = starts;
  const isSame = starts.every(
    (start) =>
      start !== undefined &&
      first !== undefined &&
      start.wildcard === first.wildcard &&
      pathText(start.start) === pathText(first.start),
  );
  return isSame ? starts.flatMap((start) => start ?? []) : undefined;
}

/** Where a place of one side lies on the other: as the deepest move above says, else at the same path. */
function counterpart(path: KeyPath, side: Side, drafts: readonly Draft[]): KeyPath {
  const movers = drafts
    .map(({ rule }) => ({ here: rule[side], there: rule[otherSide(side)], op: rule.data.op }))
    .filter(({ here, there, op }) => op === "move" && here.length === 1 && there.length === 1)
    .filter(({ here: [start = []] }) => startsWith(path, start))
    .sort((a, b) => (b.here[0]?.length ?? 0) - (a.here[0]?.length ?? 0));
  const [mover] = movers;
  const start = mover?.here[0] ?? [];
  return [...(mover?.there[0] ?? []).filter(isKey), ...path.slice(start.length)];
}

function isKey(step: Path[number]): step is string {
  return typeof step === "string";
}

function containerAt({ from, to, wildcard }: WildcardPlace): Draft {
  const [fromText, toText] = [pathText(from), pathText(to)];
  const op = wildcard === eachItem ? "each" : "eachValue";
  const data: RuleData = { op, from: fromText, to: toText, rules: [] };
  return {
    rule: { data, from: [from], to: [to], reads: noReads, children: [] },
    data: undefined,
    children: [],
    holes: [],
  };
}

/** Notes where other rules of the scope claim a place inside this one. */
function punch(draft: Draft, drafts: readonly Draft[]): void {
  if (containerSteps(draft.rule) === undefined) return;
  for (const other of drafts) {
    if (other === draft) continue;
    for (const side of sides) {
      for (const path of other.rule[side]) {
        const [start] = draft.rule[side];
        if (start !== undefined && path.length > start.length && startsWith(path, start)) {
          draft.holes.push({ side, path: path.slice(start.length) });
        }
      }
    }
  }
}

/** Claims that collide: the same path twice, or one below another that is no container. */
function overlaps(drafts: readonly Draft[]): readonly ScopeFault[] {
  return drafts.flatMap((draft, index) =>
    drafts.slice(index + 1).flatMap((other) => collision(draft, other) ?? []),
  );
}

function collision(one: Draft, other: Draft): ScopeFault | undefined {
  for (const side of sides) {
    for (const path of one.rule[side]) {
      for (const otherPath of other.rule[side]) {
        if (!collides(one, path, other, otherPath)) continue;
        const longer = path.length > otherPath.length ? path : otherPath;
        const rules = [one.data ?? firstChild(one), other.data ?? firstChild(other)];
        return { ...clash(path, otherPath, one, other), path: pathText(longer), rules };
      }
    }
  }
  return undefined;
}

/** Whether two rules claim one place, or one of them claims what the other may name too. */
function clash(path: Path, otherPath: Path, one: Draft, other: Draft) {
  const holder = path.length < otherPath.length ? one : other;
  const isPattern = path.length !== otherPath.length && containerSteps(holder.rule) !== undefined;
  return isPattern
    ? ({ code: "E122", message: "may be claimed by two rules" } as const)
    : ({ code: "E102", message: "is claimed by two rules" } as const);
}

function firstChild({ children }: Draft): RuleData | undefined {
  return children[0]?.data;
}

function collides(one: Draft, path: Path, other: Draft, otherPath: Path): boolean {
  if (path.length === otherPath.length) return startsWith(path, otherPath);
  const [outer, inner] = path.length < otherPath.length ? [path, otherPath] : [otherPath, path];
  const holder = path.length < otherPath.length ? one : other;
  return startsWith(inner, outer) && holder.rule.data.op !== "move";
}

function ruleOf({ rule, data, children, holes }: Draft, faults: ScopeFault[]): ScopeRule {
  const [from, to] = [rule.from.map(keysOf), rule.to.map(keysOf)];
  const withHoles = [...children, ...holes.map(holeRule)];
  const reads = { from: rule.reads.from.map(keysOf), to: rule.reads.to.map(keysOf) };
  return { data, from, to, reads, action: actionOf(rule, withHoles, faults) };
}

function keysOf(path: Path): KeyPath {
  return path.filter(isKey);
}

function holeRule({ side, path }: Draft["holes"][number]): PlacedRule {
  const text = pathText(path);
  return side === "from"
    ? {
        data: { op: "drop", from: text, reason: holeReason },
        from: [path],
        to: [],
        reads: noReads,
        children: [],
      }
    : {
        data: { op: "drop", to: text, reason: holeReason },
        from: [],
        to: [path],
        reads: noReads,
        children: [],
      };
}

const holeReason = "claimed by a rule of the scope around";

function actionOf(
  { data }: PlacedRule,
  children: readonly PlacedRule[],
  faults: ScopeFault[],
): Action {
  if (data.op === "use") return { type: "named", lens: data.lens };
  if (data.op === "drop" && data.reason === holeReason) return { type: "hole" };
  if (data.op === "each" || data.op === "conditions") {
    return { type: "items", inner: scopeOf(children, faults) };
  }
  if (data.op === "eachValue") return { type: "values", inner: scopeOf(children, faults) };
  if (data.op !== "move" || children.length === 0) return { type: "op" };
  return moved(children, faults);
}

/** What a move with rules inside does: the rules say whether they look at a map, at items or at values. */
function moved(children: readonly PlacedRule[], faults: ScopeFault[]): Action {
  const starts = new Set(
    children.map((child) => {
      const [first] = [...child.from, ...child.to][0] ?? [];
      return first === eachItem || first === eachValue ? first : undefined;
    }),
  );
  const [start] = starts;
  if (starts.size === 1 && start !== undefined) {
    const inner = children.map((child) => ({
      ...child,
      from: child.from.map((path) => path.slice(1)),
      to: child.to.map((path) => path.slice(1)),
      reads: {
        from: child.reads.from.map((path) => path.slice(1)),
        to: child.reads.to.map((path) => path.slice(1)),
      },
    }));
    return { type: start === eachItem ? "items" : "values", inner: scopeOf(inner, faults) };
  }
  return { type: "within", inner: scopeOf(children, faults) };
}

/** Named lenses that do not exist, or that use themselves without going down. */
function namingFaults(root: Scope, named: ReadonlyMap<string, Scope>): readonly ScopeFault[] {
  const unknown = [root, ...named.values()].flatMap((scope) =>
    usesIn(scope)
      .filter(({ lens }) => !named.has(lens))
      .map(
        ({ lens, rule }): ScopeFault => ({
          code: "E103",
          path: lens,
          message: `there is no lens of that name; there is ${[...named.keys()].join(", ") || "none"}`,
          rules: [rule.data],
        }),
      ),
  );
  const circular = [...named].flatMap(([name, scope]) =>
    usesItselfAtOnce(name, scope, named) ? [circularFault(name)] : [],
  );
  return [...unknown, ...circular];
}

function circularFault(name: string): ScopeFault {
  return {
    code: "E112",
    path: name,
    message: "the lens uses itself without going down",
    rules: [],
  };
}

interface Use {
  readonly lens: string;
  readonly rule: ScopeRule;
}

function usesIn({ rules }: Scope): readonly Use[] {
  return rules.flatMap((rule) => {
    if (rule.action.type === "named") return [{ lens: rule.action.lens, rule }];
    return "inner" in rule.action ? usesIn(rule.action.inner) : [];
  });
}

function usesItselfAtOnce(
  name: string,
  scope: Scope,
  named: ReadonlyMap<string, Scope>,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  return scope.rules.some(({ from, to, action }) => {
    if (action.type !== "named" || [...from, ...to].some((path) => path.length > 0)) return false;
    if (action.lens === name) return true;
    const next = named.get(action.lens);
    if (next === undefined || seen.has(action.lens)) return false;
    return usesItselfAtOnce(name, next, named, new Set([...seen, action.lens]));
  });
}
