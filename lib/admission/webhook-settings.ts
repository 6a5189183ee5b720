/**
 * What the server does with a request if the webhook fails or does not respond: refuse it, or go on without the
 * webhook.
 */
export type FailurePolicy = "Fail" | "Ignore";

/** A condition in CEL over `object`, `oldObject`, `request` and `authorizer`. */
export interface MatchCondition {
  /** Unique among the kind's conditions. A label key without a prefix. */
  readonly name: string;
  readonly expression: string;
}

/** Selects objects by their labels: all requirements must hold. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelRequirement[];
}

/** A requirement on one label: the key, and the values that the label may or may not have. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /** At least one value with `In` and `NotIn`; none with `Exists` and `DoesNotExist`. */
  readonly values?: readonly string[];
}

/**
 * Settings for the registration of a kind's mutating and validating webhooks. `customhouse manifests` writes them into
 * the webhook configurations; the webhooks themselves do not read them.
 * Source: https://github.com/kubernetes/api/blob/3fde3c43c3cf/admissionregistration/v1/types.go, ValidatingWebhook.
 */
export interface WebhookSettings {
  /** Default `Fail`: an object that can't be checked is refused. */
  readonly failurePolicy?: FailurePolicy;
  /** How many seconds the server waits for a response: 1 to 30. Default 15. */
  readonly timeoutSeconds?: number;
  /** The server calls the webhook only if all conditions are true. Needs Kubernetes 1.28; at most 64. */
  readonly matchConditions?: readonly MatchCondition[];
  /**
   * The server calls the webhook if the labels of the object or of the old object match. Users choose the labels of
   * their objects, so they can avoid the webhook.
   */
  readonly objectSelector?: LabelSelector;
}

/**
 * The namespaces of the control plane. `customhouse manifests` excludes them from admission webhooks, so that an outage of
 * the service can't affect the control plane.
 */
export const controlPlaneNamespaces = ["kube-system", "kube-public", "kube-node-lease"];
