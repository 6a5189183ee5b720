/** What the server does with a request while the webhook does not respond. */
export type FailurePolicy = "Fail" | "Ignore";

/** An expression in CEL over `object`, `oldObject`, `request` and `authorizer`. */
export interface MatchCondition {
  /** Unique among the kind's conditions; the name part of a label. */
  readonly name: string;
  readonly expression: string;
}

/** Selects objects by their labels: all requirements must hold. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelRequirement[];
}

/** What a label must be: the key and the values that it may or may not have. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /** At least one with `In` and `NotIn`, none with the others. */
  readonly values?: readonly string[];
}

/**
 * The settings of a kind's registration, for both its mutating and its validating webhook. `customhouse manifests` writes
 * them into the webhook configurations; the functions do not use them.
 * Source: https://github.com/kubernetes/api/blob/v0.36.3/admissionregistration/v1/types.go, ValidatingWebhook.
 */
export interface WebhookSettings {
  /** Default `Fail`: an object that could not be checked is not stored. */
  readonly failurePolicy?: FailurePolicy;
  /** How long the server waits: 1 to 30. Default 15. */
  readonly timeoutSeconds?: number;
  /** The server calls the webhook if all of them are true. From Kubernetes 1.28 on; at most 64. */
  readonly matchConditions?: readonly MatchCondition[];
  /** The server calls the webhook if the object or the old one has such labels. The author of an object chooses its labels. */
  readonly objectSelector?: LabelSelector;
}

/** The namespaces of the control plane, for which no webhook is called: an outage of the service must not affect them. */
export const controlPlaneNamespaces = ["kube-system", "kube-public", "kube-node-lease"];
