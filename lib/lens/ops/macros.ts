import { type Side, sides } from "../../converter/side.ts";
import { itemsPath, type Path, parsePath } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { nodeAt, type SchemaNode, type SchemaPair } from "../language/schema-node.ts";
import { opOf, rulesWithin } from "./registry.ts";

/**
 * Replaces the macros of a lens (such as `reference`) by the rules that they stand for. Macros inside ops that convert a whole
 * value are left: {@link expandedRules} replaces them once the schemas there are known.
 */
export function expandedLens(data: LensData, schemasOf: () => SchemaPair): LensData {
  const { rules, lenses = {} } = data;
  if (!hasMacro([...rules, ...Object.values(lenses).flat()])) return data;
  const instances = new Map<string, LensInstance>();
  const expansion: MacroExpansion = {
    lensFor: (name, at) => {
      const known = [...instances.values()].filter((each) => each.name === name);
      const same = known.find(({ pair }) => sides.every((side) => pair[side] === at[side]));
      if (same !== undefined) return same.id;
      const id = known.length === 0 ? name : `${name} (${known.length + 1})`;
      instances.set(id, { id, name, pair: at });
      return id;
    },
  };
  const own = expandedIn(rules, schemasOf(), expansion);
  const all: Record<string, readonly RuleData[]> = { ...lenses };
  // The map grows during the loop while lenses include others.
  for (const [id, { name, pair }] of instances) {
    all[id] = expandedIn(lenses[name] ?? [], pair, expansion);
  }
  return { ...data, rules: own, ...(data.lenses !== undefined && { lenses: all }) };
}

/** Replaces the macros in a list of rules by the rules that they stand for, for two schemas. */
export function expandedRules(rules: readonly RuleData[], at: SchemaPair): readonly RuleData[] {
  return hasMacro(rules) ? expandedIn(rules, at, { lensFor: (name) => name }) : rules;
}

function hasMacro(rules: readonly RuleData[]): boolean {
  return rules.some((rule) => opOf(rule).kind === "macro" || hasMacro(rulesWithin(rule)));
}

/** A named lens for one pair of schemas: its macros are replaced by rules that depend on these. */
interface LensInstance {
  readonly id: string;
  readonly name: string;
  readonly pair: SchemaPair;
}

interface MacroExpansion {
  /** The name under which a named lens is stored for a pair of schemas. */
  readonly lensFor: (name: string, at: SchemaPair) => string;
}

function expandedIn(
  rules: readonly RuleData[],
  schemas: SchemaPair,
  expansion: MacroExpansion,
): readonly RuleData[] {
  return rules.map((rule) => {
    const at = schemasAt(rule, schemas);
    return at === undefined ? rule : expandedRule(rule, at, expansion);
  });
}

function expandedRule(rule: RuleData, at: SchemaPair, expansion: MacroExpansion): RuleData {
  const op = opOf(rule);
  if (op.kind === "macro") {
    // A path that one of the schemas doesn't have is reported as E103.
    return at.from === "none" || at.to === "none" ? rule : op.rule(rule, at);
  }
  if (rule.op === "include") return { ...rule, lens: expansion.lensFor(rule.lens, at) };
  if (op.kind !== "container" || !("rules" in rule) || rule.rules === undefined) return rule;
  return { ...rule, rules: expandedIn(rule.rules, at, expansion) };
}

/**
 * The schemas at a rule's two paths; of a container op such as `each`, those of its items or values. Undefined if a path can't be
 * parsed.
 */
function schemasAt(rule: RuleData, schemas: SchemaPair): SchemaPair | undefined {
  const op = opOf(rule);
  const node = (side: Side): SchemaNode | undefined => {
    const named = rule[side];
    const path = typeof named === "string" ? parsePath(named) : undefined;
    return path && nodeAt(schemas[side], innerPath(path, op.kind === "container" && op.begins));
  };
  const [from, to] = [node("from"), node("to")];
  return from === undefined || to === undefined ? undefined : { from, to };
}

function innerPath(path: Path, begins: "itself" | "below" | false): Path {
  if (begins !== "below") return path;
  const { start, step } = itemsPath(path);
  return [...start, step];
}
