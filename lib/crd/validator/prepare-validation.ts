import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import { loadRe2, preparePatterns } from "../../schema/pattern/pattern.ts";
import { installRuleEngine } from "../../schema/validation/rule-engine.ts";

/**
 * Prepares a schema, or a value that contains schemas, for the validation of objects: loads RE2 for its patterns and the
 * engine for its rules (`x-kubernetes-validations`) if it has any. Await it once; validation is then synchronous.
 */
export async function prepareValidation(schema: JsonValue): Promise<void> {
  await preparePatterns(schema);
  const rules = [...rulesIn(schema)];
  if (rules.length === 0) return;
  if (rules.some(usesRegex)) await loadRe2();
  const { evaluateRules } = await import("../../cel/rules/evaluate-rules.ts");
  installRuleEngine({ evaluateRules });
}

/** All rules at any depth. */
export function* rulesIn(schema: JsonValue): Generator<JsonValue> {
  const stack: JsonValue[] = [schema];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (isArray(value)) for (const item of value) stack.push(item);
    if (!isObject(value)) continue;
    const rules = member(value, "x-kubernetes-validations");
    if (isArray(rules)) yield* rules;
    for (const child of Object.values(value)) stack.push(child);
  }
}

/** True for a rule that may call a function with a regular expression. */
function usesRegex(rule: JsonValue): boolean {
  if (!isObject(rule)) return false;
  const texts = [member(rule, "rule"), member(rule, "messageExpression")];
  return texts.some((text) => typeof text === "string" && /matches|find/.test(text));
}
