import {
  controlPlaneNamespaces,
  type FailurePolicy,
  type LabelSelector,
  type MatchCondition,
  type WebhookSettings,
} from "../../../admission/webhook-settings.ts";
import type { JsonObject } from "../../../json/value.ts";
import { type ClientConfig, clientConfig } from "./conversion-stanza.ts";

/** The first word of a configuration's kind: MutatingWebhookConfiguration or ValidatingWebhookConfiguration. */
export type WebhookType = "Mutating" | "Validating";

/** The requests that the API server sends to a webhook. */
interface WebhookRule {
  readonly group: string;
  readonly versions: readonly string[];
  readonly resources: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
  /** Default: CREATE and UPDATE. A DELETE has no new object to check, and should not depend on the service. */
  readonly operations?: readonly ("CREATE" | "UPDATE" | "DELETE")[];
}

/** One webhook of a configuration. */
export interface Webhook extends WebhookSettings {
  readonly name: string;
  readonly client: ClientConfig;
  readonly reviewVersions: readonly string[];
  readonly rule: WebhookRule;
}

/** With `Fail`, the API server refuses a write that the webhook could not check, as it does if a conversion webhook fails. */
const defaultFailurePolicy: FailurePolicy = "Fail";

/**
 * In seconds; the API server's default is 10. A gateway may respond with 503 and `Retry-After: 1`, and the API server then
 * retries ten times. The retries must end before the timeout: the error of a timeout shows the url with its key to the user.
 */
const defaultTimeoutSeconds = 15;

/**
 * A MutatingWebhookConfiguration or ValidatingWebhookConfiguration. All fields are set that the API server would default.
 * Source: https://github.com/kubernetes/api/blob/3fde3c43c3cf/admissionregistration/v1/types.go.
 */
export function webhookConfiguration(
  type: WebhookType,
  name: string,
  webhooks: readonly Webhook[],
): JsonObject {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${type}WebhookConfiguration`,
    metadata: { name },
    webhooks: webhooks.map((webhook) => webhookOf(type, webhook)),
  };
}

function webhookOf(type: WebhookType, webhook: Webhook): JsonObject {
  const { name, client, reviewVersions, rule, matchConditions = [], objectSelector } = webhook;
  return {
    name,
    clientConfig: clientConfig(client),
    admissionReviewVersions: reviewVersions,
    sideEffects: "None",
    failurePolicy: webhook.failurePolicy ?? defaultFailurePolicy,
    timeoutSeconds: webhook.timeoutSeconds ?? defaultTimeoutSeconds,
    matchPolicy: "Equivalent",
    // Handlers are idempotent, so they can run again after another webhook changed the object.
    ...(type === "Mutating" && { reinvocationPolicy: "IfNeeded" }),
    namespaceSelector: rule.scope === "Cluster" ? {} : notInControlPlane,
    objectSelector: objectSelector === undefined ? {} : selectorOf(objectSelector),
    ...(matchConditions.length > 0 && { matchConditions: matchConditions.map(conditionOf) }),
    rules: [registeredRule(rule)],
  };
}

const notInControlPlane: JsonObject = {
  matchExpressions: [
    { key: "kubernetes.io/metadata.name", operator: "NotIn", values: controlPlaneNamespaces },
  ],
};

function registeredRule({
  group,
  versions,
  resources,
  scope,
  operations,
}: WebhookRule): JsonObject {
  return {
    apiGroups: [group],
    apiVersions: versions,
    resources,
    operations: operations ?? ["CREATE", "UPDATE"],
    scope,
  };
}

function conditionOf({ name, expression }: MatchCondition): JsonObject {
  return { name, expression };
}

function selectorOf({ matchLabels, matchExpressions }: LabelSelector): JsonObject {
  return {
    ...(matchLabels !== undefined && { matchLabels }),
    ...(matchExpressions !== undefined && {
      matchExpressions: matchExpressions.map(({ key, operator, values }) => ({
        key,
        operator,
        ...(values !== undefined && { values }),
      })),
    }),
  };
}
