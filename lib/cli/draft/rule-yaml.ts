import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import { blockYaml } from "../../json/write-yaml.ts";
import type { FirstSource, MapRule, RuleData, VariantRule } from "../../lens/language/rule.ts";
import { wordPairs } from "../../lens/ops/map/codec.ts";
import { opOf, sourceRule } from "../../lens/ops/registry.ts";

/**
 * A rule as an item of a `conversion.yaml`, on one line with its inner rules: `{ move: spec.a, to: spec.b }`. `newer`: the name
 * of the newer version.
 */
export function ruleYaml(rule: RuleData, newer: string): string {
  const { op, from, to, at: _, ...params }: { readonly [key: string]: unknown } = { ...rule };
  const members: Record<string, unknown> = { [String(op)]: from ?? to };
  if (isOneSided(rule)) {
    if (from === undefined) members["in"] = newer;
  } else if (to !== from || isArray(json(from)) || isObject(from)) members["to"] = to;
  const texts = Object.entries({ ...members, ...params }).map(
    ([key, value]) => `${key}: ${ownText(rule, key, newer) ?? flowText(json(value))}`,
  );
  return `{ ${texts.join(", ")} }`;
}

/**
 * The text of a member that is not written as plain JSON: inner rules, the table of a map, the sources of a first, the cases of a
 * variant, or a member that is given by side. Undefined for other members.
 */
function ownText(rule: RuleData, key: string, newer: string): string | undefined {
  if (key === "rules" && "rules" in rule && rule.rules !== undefined) {
    return rulesText(rule.rules, newer);
  }
  if (rule.op === "first" && (key === rule.op || key === "to")) {
    return sourcesText(key === "to" ? rule.to : rule.from, newer);
  }
  if (rule.op === "variant" && key === "cases") return casesText(rule, newer);
  if (key === "fill" || key === "omit") {
    const { from, to } = rule[key] ?? {};
    const byVersion = {
      ...(from !== undefined && { older: from }),
      ...(to !== undefined && { newer: to }),
    };
    return flowText(json(byVersion));
  }
  return key === "table" && rule.op === "map" ? tableText(rule) : undefined;
}

function rulesText(rules: readonly RuleData[], newer: string): string {
  return `[${rules.map((each) => ruleYaml(each, newer)).join(", ")}]`;
}

function sourcesText(named: string | readonly FirstSource[], newer: string): string {
  if (typeof named === "string") return flowText(named);
  const texts = named.map((source) =>
    typeof source === "string" ? flowText(source) : ruleYaml(sourceRule(source), newer),
  );
  return `[${texts.join(", ")}]`;
}

function casesText({ cases }: VariantRule, newer: string): string {
  const texts = Object.entries(cases).map(([word, { where, rules }]) => {
    const inner = rules === undefined ? "" : `, rules: ${rulesText(rules, newer)}`;
    return `${flowText(word)}: { where: ${flowText(json(where))}${inner} }`;
  });
  return `{ ${texts.join(", ")} }`;
}

/** The table of a map rule with its words as keys, such as `true` without quotes; undefined if they can't be keys. */
function tableText({ table }: MapRule): string | undefined {
  const pairs = wordPairs(table).map(([word, partner]) => [flowText(word), flowText(partner)]);
  const words = new Set(pairs.map(([word]) => word));
  const areKeys =
    words.size === pairs.length && wordPairs(table).every(([word]) => isScalarWord(word));
  return areKeys ? `{ ${pairs.map((pair) => pair.join(": ")).join(", ")} }` : undefined;
}

function isScalarWord(word: JsonValue): boolean {
  return word === null || typeof word !== "object";
}

/** True for a rule with a path of one version only. */
function isOneSided(rule: RuleData): boolean {
  return opOf(rule).kind === "oneSided";
}

/** A value of a rule as JSON; anything else, such as a function, becomes null. */
function json(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(json);
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, json(member)]));
  }
  const isScalar =
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "bigint" ||
    typeof value === "boolean";
  return isScalar ? value : null;
}

/** A value as YAML in flow style. */
function flowText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${flowText(key)}: ${flowText(member)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  if (typeof value !== "string") return blockYaml(value).trimEnd();
  const block = /[\n[\]{},]/.test(value) ? "" : blockYaml(value).trimEnd();
  return block === "" ? JSON.stringify(value) : block;
}
