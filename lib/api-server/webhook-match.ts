import { controlPlaneNamespaces, type LabelSelector } from "../admission/webhook-settings.ts";
import { kubernetesFunctions } from "../cel/library/kubernetes-functions.ts";
import { compile } from "../cel/program.ts";
import { untypedCelValue } from "../cel/schema/native.ts";
import { dynType } from "../cel/type/cel-type.ts";
import { mapAt } from "../json/members.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";
import { re2 } from "../schema/pattern/re2.ts";
import { NotSimulated, type RegisteredWebhook } from "./served-kind.ts";

/**
 * True if the server calls a webhook for a create or update: the webhook's resources, objectSelector and matchConditions
 * match, and the namespace is not one of the control plane. `review` is the AdmissionReview that the webhook would get.
 * Errors: throws {@link NotSimulated} if a matchCondition fails, or does not compile without a cluster.
 */
export function callsWebhook(
  { resources, settings }: RegisteredWebhook,
  review: JsonObject,
): boolean {
  const request = mapAt(review, "request");
  const plural = member(mapAt(request, "resource"), "resource");
  const resource = [plural, member(request, "subResource")].filter(Boolean).join("/");
  if (!resources.includes(resource)) return false;
  if (controlPlaneNamespaces.includes(String(member(request, "namespace")))) return false;
  const { objectSelector, matchConditions = [] } = settings;
  const objects = [member(request, "object"), member(request, "oldObject")].filter(isObject);
  if (
    objectSelector !== undefined &&
    !objects.some((each) => selectsObject(objectSelector, each))
  ) {
    return false;
  }
  return matchConditions.every(({ name, expression }) => conditionHolds(name, expression, request));
}

const environment = {
  variables: new Map(["object", "oldObject", "request"].map((name) => [name, dynType])),
  structs: new Map(),
  functions: kubernetesFunctions(re2),
  re2,
};

function conditionHolds(name: string, expression: string, request: JsonObject): boolean {
  const compiled = compile(expression, environment);
  if (!compiled.ok) {
    throw new NotSimulated(
      `the matchCondition ${JSON.stringify(name)} can't be evaluated without a cluster: ${compiled.error.text}`,
    );
  }
  const { value } = compiled.value.evaluate({
    object: untypedCelValue(member(request, "object") ?? null),
    oldObject: untypedCelValue(member(request, "oldObject") ?? null),
    request: untypedCelValue(request),
  });
  if (typeof value === "boolean") return value;
  throw new NotSimulated(
    `the matchCondition ${JSON.stringify(name)} does not evaluate to a boolean`,
  );
}

function selectsObject(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  object: JsonObject,
) {
  const labels = mapAt(mapAt(object, "metadata"), "labels");
  const isEqual = Object.entries(matchLabels).every(
    ([key, value]) => member(labels, key) === value,
  );
  return (
    isEqual &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = member(labels, key);
      if (operator === "Exists") return value !== undefined;
      if (operator === "DoesNotExist") return value === undefined;
      const isIn = typeof value === "string" && values.includes(value);
      return operator === "In" ? isIn : !isIn;
    })
  );
}
