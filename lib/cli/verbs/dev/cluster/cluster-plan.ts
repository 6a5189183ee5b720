import { type JsonObject, member } from "../../../../json/value.ts";
import { metadataOf } from "../../../../protocol/object-metadata.ts";
import type { KindInFolder } from "../../../kinds/kinds.ts";
import type { WebhookAddress } from "../../manifests/address.ts";
import { kindConversions, registrationObjects } from "../../manifests/registration-objects.ts";

/**
 * What `customhouse dev` registers in a cluster while it runs. Only JSON values, because the plan is sent to another process,
 * which registers it.
 */
export type ClusterPlan = {
  /** A random id of one run of `customhouse dev`, by which the run recognizes its own changes. It is not secret. */
  readonly run: string;
  /** The new `spec.conversion` of definitions, by their names. */
  readonly conversions: readonly { readonly name: string; readonly conversion: JsonObject }[];
  /** Webhook configurations. Their names differ from those that `customhouse manifests` prints. */
  readonly webhooks: readonly JsonObject[];
};

/** How a cluster reaches a run of `customhouse dev`. */
export interface DevAddress {
  readonly run: string;
  readonly address: WebhookAddress;
  /** The CA's certificate: PEM in base64. */
  readonly caBundle: string;
}

/**
 * A handler that is still being written must not block writes: if the webhook fails or is slow, the API server allows the
 * request.
 */
const admission = { failurePolicy: "Ignore", timeoutSeconds: 5 } as const;

/** The plan for kinds. It has no ServiceAccount for lookups: the lookups of `dev` find samples, not the cluster's objects. */
export function clusterPlan(
  kinds: readonly KindInFolder[],
  { run, address, caBundle }: DevAddress,
): ClusterPlan {
  const settings = {
    address,
    caBundle,
    reviewVersions: ["v1"],
    namespace: "default",
    ...admission,
  };
  const registered = kinds.map(({ kind }) => ({ kind }));
  return {
    run,
    conversions: kindConversions(registered, settings).map(({ name, conversion }) => ({
      name,
      conversion,
    })),
    webhooks: registrationObjects(registered, settings, ["webhooks"]).map((configuration) =>
      withOwnName(configuration, run),
    ),
  };
}

/** Joins two plans of one run. If both have the same object, the result has that of `second`. */
export function joinedPlans(first: ClusterPlan, second: ClusterPlan): ClusterPlan {
  const only = planWithout(first, second);
  return {
    run: second.run,
    conversions: [...only.conversions, ...second.conversions],
    webhooks: [...only.webhooks, ...second.webhooks],
  };
}

/** A plan without the objects that `other` has too. */
export function planWithout(plan: ClusterPlan, other: ClusterPlan): ClusterPlan {
  const names = new Set(other.conversions.map(({ name }) => name));
  const configurations = new Set(other.webhooks.map(configurationIdentity));
  return {
    run: plan.run,
    conversions: plan.conversions.filter(({ name }) => !names.has(name)),
    webhooks: plan.webhooks.filter((each) => !configurations.has(configurationIdentity(each))),
  };
}

function configurationIdentity(configuration: JsonObject): string {
  const { name } = metadataOf(configuration);
  return `${String(member(configuration, "kind"))}/${String(name)}`;
}

/** The annotation of a webhook configuration with the id of the run that registered it. */
export const runAnnotation = "dev.customhouse/run";

/** Renames a webhook configuration, so that it does not replace that of `customhouse manifests`. */
function withOwnName(configuration: JsonObject, run: string): JsonObject {
  const { name } = metadataOf(configuration);
  return {
    ...configuration,
    metadata: { name: `customhouse-dev.${String(name)}`, annotations: { [runAnnotation]: run } },
  };
}
