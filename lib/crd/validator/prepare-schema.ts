import type { JsonValue } from "../../json/value.ts";
import { installRuleChecker } from "../../schema/validation/rule-engine.ts";
import { prepareValidation, rulesIn } from "./prepare-validation.ts";

/**
 * Prepares a schema, or a value that contains schemas, for the validation of objects, as {@link prepareValidation} does, and
 * for checks of the schema itself. Await it once before; checks and validation are then synchronous.
 */
export async function prepareSchema(schema: JsonValue): Promise<void> {
  await prepareValidation(schema);
  if (rulesIn(schema).next().done === true) return;
  const { checkRules } = await import("../../cel/rules/check-rules.ts");
  installRuleChecker(checkRules);
}
