import { type Side, sides } from "../../converter/side.ts";
import { itemsPath, type Path, parsePath } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { nodeAt, type SchemaNode, type SchemaPair } from "../language/schema-node.ts";
import { opOf, rulesWithin } from "./registry.ts";

/**
 * A lens with the rules that its macros stand for. The rules within an op that converts its value are left: those are
 * expanded where their schemas are known, by {@link expandedRules}.
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
  const own = expanded(rules, schemasOf(), expansion);
  const all: Record<string, readonly RuleData[]> = { ...lenses };
  // Grows while lenses include others.
  for (const [id, { name, pair }] of instances) {
    all[id] = expanded(lenses[name] ?? [], pair, expansion);
  }
  return { ...data, rules: own, ...(data.lenses !== undefined && { lenses: all }) };
}

/** Rules with those that their macros stand for, between two schemas. */
export function expandedRules(rules: readonly RuleData[], at: SchemaPair): readonly RuleData[] {
  return hasMacro(rules) ? expanded(rules, at, { lensFor: (name) => name }) : rules;
}

function hasMacro(rules: readonly RuleData[]): boolean {
  return rules.some((rule) => opOf(rule).kind === "macro" || hasMacro(rulesWithin(rule)));
}

/** A named lens between two schemas: what its macros stand for depends on both. */
interface LensInstance {
  readonly id: string;
  readonly name: string;
  readonly pair: SchemaPair;
}

interface MacroExpansion {
  /** The name of a named lens between two schemas. */
  readonly lensFor: (name: string, at: SchemaPair) => string;
}

function expanded(
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
    // A place that a version does not have is E103.
    return at.from === "none" || at.to === "none" ? rule : op.rule(rule, at);
  }
  if (rule.op === "include") return { ...rule, lens: expansion.lensFor(rule.lens, at) };
  if (op.kind !== "container" || !("rules" in rule) || rule.rules === undefined) return rule;
  return { ...rule, rules: expanded(rule.rules, at, expansion) };
}

/** The schemas that a rule's inner rules are about, or a macro's own; undefined where a path has a fault. */
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
