import { Allowance } from "../../../converter/allowance.ts";
import { type ConversionFault, conversionFaultText } from "../../../converter/converter.ts";
import { type HookFault, isHookFault } from "../../../converter/hook-fault.ts";
import { objectValidators } from "../../../crd/validator/object-validators.ts";
import { splitText } from "../../../json/text-parts.ts";
import { type JsonObject, member } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { type ConversionStep, stepsBetween } from "../../../kind/kind-steps.ts";
import type { RuleData } from "../../../lens/language/rule.ts";
import { rulePositionText, ruleText } from "../../../lens/ops/rule-text.ts";
import { fieldSteps } from "../../../lens/place/address.ts";
import { locateRule } from "../../../lens/place/locate-rule.ts";
import { scopeLens } from "../../../lens/place/scope-lens.ts";
import { versionOfObject } from "../../../protocol/gvk.ts";
import { namespacedName } from "../../../protocol/object-metadata.ts";
import { convertibleOf } from "./convertible-of.ts";

/** `Pizza default/margherita`: kind, namespace and name. Parts that the object lacks are left out; without a kind, `object`. */
export function nameOfObject(object: JsonObject): string {
  const path = namespacedName(object);
  const kind = member(object, "kind");
  return [typeof kind === "string" ? kind : "object", path].filter((text) => text !== "").join(" ");
}

/** Lines about a failed conversion: the fault with its path, the lens rule at that path if there is one, and a remedy. */
export function faultLines(
  fault: ConversionFault,
  kind: Kind | undefined,
  object: JsonObject,
  version: string,
): readonly string[] {
  const { path } = fault;
  if (isHookFault(fault)) return hookLines(fault);
  const failed = kind === undefined ? undefined : failedRule(kind, object, version, path);
  return [
    conversionFaultText(fault),
    ...(failed === undefined ? [] : [`  rule: ${failed.text}`]),
    `  remedy: ${remedyOf(fault, failed?.isIntended === true)}`,
  ];
}

/**
 * Lines about a hook that failed. The fault's message names the rule; the first line of the thrown error is added for the
 * hook's author, unless the message has it already.
 */
function hookLines({ path, message, thrown }: HookFault): readonly string[] {
  const [firstLine] = splitText(String(thrown), "\n");
  return [
    `${path}: ${message}`,
    ...(thrown instanceof TypeError && message.includes(thrown.message)
      ? []
      : [`  thrown: ${firstLine}`]),
    "  remedy: correct the hook, not the object",
  ];
}

interface FailedRule {
  readonly text: string;
  /** True if the rule has `fail`: its author wants the conversion to fail for a value that the rule can't convert. */
  readonly isIntended: boolean;
}

function failedRule(
  kind: Kind,
  object: JsonObject,
  version: string,
  path: string,
): FailedRule | undefined {
  const step = failedStep(kind, object, version);
  const rule = step && coveringRule(step, path);
  return rule && { text: rule.text, isIntended: rule.data.fail !== undefined };
}

/** The rule that covers a path of a step's source object; `text` has the rule and its position. Undefined if no rule does. */
export function coveringRule(
  { lens, side }: ConversionStep,
  path: string,
): { readonly data: RuleData; readonly text: string } | undefined {
  const steps = fieldSteps(path);
  if (lens === undefined || steps === undefined) return undefined;
  const { rule } = locateRule(scopeLens(lens), side, steps);
  if (rule?.data === undefined) return undefined;
  const at = rulePositionText(lens, rule.data);
  return { data: rule.data, text: ruleText(rule.data) + (at === "" ? "" : ` (${at})`) };
}

/** The first step that fails in the conversion of an object to a version; undefined if none does. */
function failedStep(kind: Kind, object: JsonObject, version: string): ConversionStep | undefined {
  const allowance = new Allowance({ validators: objectValidators });
  let current = convertibleOf(object);
  for (const step of stepsBetween(kind, versionOfObject(object), version)) {
    const result = step.convert(current, allowance);
    if (!result.ok) return step;
    current = { ...current, ...result.value };
  }
  return undefined;
}

function remedyOf({ code, path }: ConversionFault, isIntended: boolean): string {
  if (code === "ResultInvalid") return "correct the conversion, not the object";
  if (path === "apiVersion" || path === "kind") {
    return "correct the object, or name the folder of its kind with --kinds DIR";
  }
  if (path.startsWith("metadata")) return "correct the object's metadata";
  return isIntended
    ? "correct the value; without fail in its rule, it would be preserved and reported"
    : "correct the value";
}
