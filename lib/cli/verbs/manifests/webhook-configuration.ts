import type {
  FailurePolicy,
  LabelSelector,
  MatchCondition,
  WebhookSettings,
} from "../../../admission/webhook-settings.ts";
import type { JsonObject } from "../../../json/value.ts";
import { type ClientConfig, clientConfig } from "./conversion-stanza.ts";

export type WebhookType = "Mutating" | "Validating";

/** The requests that a webhook is asked about. */
export interface WebhookRule {
  readonly group: string;
  readonly versions: readonly string[];
  readonly resources: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
  /** Default CREATE and UPDATE: a DELETE carries nothing to judge, and must not wait for us. */
  readonly operations?: readonly ("CREATE" | "UPDATE" | "DELETE")[];
}

/** One webhook of a configuration. */
export interface Webhook extends WebhookSettings {
  readonly name: string;
  readonly client: ClientConfig;
  readonly reviewVersions: readonly string[];
  readonly rule: WebhookRule;
}

/** Default of a webhook: what could not be checked is not stored. Conversion knows no other policy anyway. */
const failurePolicyByDefault: FailurePolicy = "Fail";

/**
 * The server's own default is 10. What answers 503 with `Retry-After: 1`, as gateways do, is asked ten times again: that
 * must end before the timeout, or the user reads the whole url, key and all.
 */
const timeoutSecondsByDefault = 15;

/** Where the control plane keeps its own objects: our outage must not become its own. */
const controlPlaneNamespaces = ["kube-system", "kube-public", "kube-node-lease"];

/**
 * A MutatingWebhookConfiguration or ValidatingWebhookConfiguration. Every field that the server would default is there.
 * Source: k8s.io/api@v0.36.3 admissionregistration/v1/types.go.
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
    failurePolicy: webhook.failurePolicy ?? failurePolicyByDefault,
    timeoutSeconds: webhook.timeoutSeconds ?? timeoutSecondsByDefault,
    matchPolicy: "Equivalent",
    // A handler is idempotent: what another webhook changed behind it is seen once more.
    ...(type === "Mutating" && { reinvocationPolicy: "IfNeeded" }),
    namespaceSelector: rule.scope === "Cluster" ? {} : notInControlPlane,
    objectSelector: objectSelector === undefined ? {} : selectorOf(objectSelector),
    ...(matchConditions.length > 0 && { matchConditions: matchConditions.map(conditionOf) }),
    rules: [ruleOf(rule)],
  };
}

const notInControlPlane: JsonObject = {
  matchExpressions: [
    { key: "kubernetes.io/metadata.name", operator: "NotIn", values: controlPlaneNamespaces },
  ],
};

function ruleOf({ group, versions, resources, scope, operations }: WebhookRule): JsonObject {
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
