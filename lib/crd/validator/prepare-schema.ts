import type { JsonValue } from "../../json/value.ts";
import { installRuleChecker } from "../../schema/validation/rule-engine.ts";
import { prepareValidation, rulesIn } from "./prepare-validation.ts";

/**
 * Makes a schema, or anything that holds schemas, ready for use: for validating objects, as {@link prepareValidation} does,
 * and for being checked itself. Await it once before the schema is checked or used; nothing waits afterwards.
 */
export async function prepareSchema(schema: JsonValue): Promise<void> {
  await prepareValidation(schema);
  if (rulesIn(schema).next().done === true) return;
  const { checkRules } = await import("../../cel/rules/check-rules.ts");
  installRuleChecker(checkRules);
}
