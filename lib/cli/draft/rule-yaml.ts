import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import { opOf } from "../../lens/ops/registry.ts";
import { manifestYaml } from "../files/write-yaml.ts";

/**
 * A rule as an item of a `conversion.yaml`: `{ move: spec.a, to: spec.b }`. Inner rules are in the same line.
 */
export function ruleYaml(rule: RuleData, newer: string): string {
  const { op, from, to, at: _, ...params }: { readonly [key: string]: unknown } = { ...rule };
  const members: Record<string, unknown> = { [String(op)]: from ?? to };
  if (isOneSided(rule)) {
    if (from === undefined) members["in"] = newer;
  } else if (to !== from || isArray(json(from)) || isObject(from)) members["to"] = to;
  return flowText(json({ ...members, ...params }));
}

/** True for a rule with a path of one version only. */
function isOneSided(rule: RuleData): boolean {
  const { kind } = opOf(rule);
  return kind === "oneSided" || kind === "metadata";
}

/** A rule without functions is JSON. */
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

/** A value in flow style. */
export function flowText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${flowText(key)}: ${flowText(member)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  if (typeof value !== "string") return manifestYaml(value).trimEnd();
  const block = /[\n[\]{},]/.test(value) ? "" : manifestYaml(value).trimEnd();
  return block === "" ? JSON.stringify(value) : block;
}
