/** What the server does with a request while the webhook gives no answer. */
export type FailurePolicy = "Fail" | "Ignore";

/** An expression in CEL over `object`, `oldObject`, `request` and `authorizer`. */
export interface MatchCondition {
  /** Unique among the kind's conditions; the name part of a label. */
  readonly name: string;
  readonly expression: string;
}

/** Chooses objects by their labels: all that is said must hold. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelRequirement[];
}

export interface LabelRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  /** One at least with `In` and `NotIn`, none with the others. */
  readonly values?: readonly string[];
}

/**
 * What a kind asks of its registration in a cluster, for its mutating and its validating webhook alike. The functions
 * know nothing of it: `customhouse manifests` writes it into the webhook configurations.
 * Source: k8s.io/api@v0.36.3 admissionregistration/v1/types.go, ValidatingWebhook.
 */
export interface WebhookSettings {
  /** Default `Fail`: what could not be checked is not stored. */
  readonly failurePolicy?: FailurePolicy;
  /** How long the server waits: 1 to 30. Default 15. */
  readonly timeoutSeconds?: number;
  /** The webhook is asked where all of them are true. The server knows them from Kubernetes 1.28 on; at most 64. */
  readonly matchConditions?: readonly MatchCondition[];
  /** The webhook is asked where the object or the old one has such labels. Whoever writes an object writes its labels. */
  readonly objectSelector?: LabelSelector;
}
