import type { LabelSelector, MatchCondition } from "../../../admission/webhook-settings.ts";
import { kubernetesFunctions } from "../../../cel/library/kubernetes-functions.ts";
import { compile } from "../../../cel/program.ts";
import { dynType, printType } from "../../../cel/type/cel-type.ts";
import type { Kind } from "../../../kind/kind.ts";
import { labelValueFaults, qualifiedNameFaults } from "../../../schema/metadata/names.ts";
import { re2 } from "../../../schema/pattern/re2.ts";

/**
 * The faults of a kind's webhook settings, by path, for which the API server would refuse the webhook configuration. CEL
 * expressions are compiled by our engine, which, unlike the API server's, does not check which fields `request` has.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/apis/admissionregistration/validation/validation.go.
 */
export function webhookFaults({ kind, group, admission }: Kind): readonly string[] {
  const { webhook: settings = {} } = admission ?? {};
  const { failurePolicy, timeoutSeconds, matchConditions = [], objectSelector = {} } = settings;
  const faults = [
    ...(failurePolicy === undefined || ["Fail", "Ignore"].includes(failurePolicy)
      ? []
      : [`failurePolicy: must be Fail or Ignore, not ${JSON.stringify(failurePolicy)}`]),
    ...(timeoutSeconds === undefined || isAllowedTimeoutSeconds(timeoutSeconds)
      ? []
      : [`timeoutSeconds: must be a whole number from 1 to 30, not ${timeoutSeconds}`]),
    ...(matchConditions.length > maxConditions
      ? [`matchConditions: at most ${maxConditions}, not ${matchConditions.length}`]
      : []),
    ...matchConditions.flatMap((condition, index) =>
      conditionFaults(condition, matchConditions.slice(0, index)).map(
        (fault) => `matchConditions[${index}].${fault}`,
      ),
    ),
    ...selectorFaults(objectSelector).map((fault) => `objectSelector.${fault}`),
  ];
  return faults.map((fault) => `${kind}.${group}: admission.webhook.${fault}`);
}

/** True for a timeout in seconds that the API server accepts for a webhook. */
export function isAllowedTimeoutSeconds(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= 30;
}

/**
 * The most match conditions of a webhook.
 * Source: https://github.com/kubernetes/api/blob/3fde3c43c3cf/admissionregistration/v1/types.go, MatchConditions.
 */
const maxConditions = 64;

function conditionFaults(
  { name, expression }: MatchCondition,
  before: readonly MatchCondition[],
): readonly string[] {
  return [
    ...qualifiedNameFaults(name).map((fault) => `name: ${fault}`),
    ...(before.some((other) => other.name === name) ? ["name: is used twice"] : []),
    ...expressionFaults(expression),
  ];
}

function expressionFaults(expression: string): readonly string[] {
  const names = ["object", "oldObject", "request", "authorizer"];
  const compiled = compile(expression, {
    variables: new Map(names.map((name) => [name, dynType])),
    structs: new Map(),
    functions: kubernetesFunctions(re2),
    re2,
  });
  if (!compiled.ok) return [`expression: ${compiled.error.text}`];
  const { type } = compiled.value;
  return type.kind === "bool" || type.kind === "dyn"
    ? []
    : [`expression: must be a bool, not ${printType(type)}`];
}

function selectorFaults({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string[] {
  return [
    ...Object.entries(matchLabels).flatMap(([key, value]) =>
      [...qualifiedNameFaults(key), ...labelValueFaults(value)].map(
        (fault) => `matchLabels[${key}]: ${fault}`,
      ),
    ),
    ...matchExpressions.flatMap(({ key, operator, values = [] }, index) =>
      [
        ...qualifiedNameFaults(key).map((fault) => `key: ${fault}`),
        ...operatorFaults(operator, values.length),
        ...values.flatMap(labelValueFaults).map((fault) => `values: ${fault}`),
      ].map((fault) => `matchExpressions[${index}].${fault}`),
    ),
  ];
}

function operatorFaults(operator: string, count: number): readonly string[] {
  if (["In", "NotIn"].includes(operator)) {
    return count > 0 ? [] : [`values: ${operator} needs at least one`];
  }
  if (["Exists", "DoesNotExist"].includes(operator)) {
    return count === 0 ? [] : [`values: ${operator} takes none`];
  }
  return [`operator: must be In, NotIn, Exists or DoesNotExist, not ${JSON.stringify(operator)}`];
}
