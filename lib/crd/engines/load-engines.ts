import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import { needsRe2 } from "../../schema/pattern/pattern.ts";
import type { SchemaEngines } from "./engines.ts";

/**
 * Loads the engines that a schema needs: CEL if it has rules (`x-kubernetes-validations`), RE2 if one of its patterns needs it or a
 * rule may use a regular expression.
 */
export async function loadEngines(schema: JsonValue): Promise<SchemaEngines> {
  const rules = [...rulesIn(schema)];
  const re2 =
    needsRe2(schema) || rules.some(usesRegex)
      ? (await import("../../schema/pattern/re2.ts")).re2
      : undefined;
  if (rules.length === 0) return { re2, rules: undefined };
  const { ruleEngine } = await import("../../cel/rules/evaluate-rules.ts");
  return { re2, rules: ruleEngine(re2) };
}

/** True if the schema has a rule (`x-kubernetes-validations`) at any depth. */
export function holdsRule(schema: JsonValue): boolean {
  return rulesIn(schema).next().done !== true;
}

function* rulesIn(schema: JsonValue): Generator<JsonValue> {
  const stack: JsonValue[] = [schema];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (isArray(value)) for (const item of value) stack.push(item);
    if (!isObject(value)) continue;
    const rules = member(value, "x-kubernetes-validations");
    if (isArray(rules)) yield* rules;
    for (const child of Object.values(value)) stack.push(child);
  }
}

/** True for a rule that may call a CEL function with a regular expression. */
function usesRegex(rule: JsonValue): boolean {
  if (!isObject(rule)) return false;
  const texts = [member(rule, "rule"), member(rule, "messageExpression")];
  return texts.some((text) => typeof text === "string" && /matches|find/.test(text));
}
