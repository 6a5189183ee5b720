import { isObject, type JsonObject, member } from "../../../../json/value.ts";
import type { KindInFolder } from "../../../kinds/kinds.ts";
import type { WebhookAddress } from "../../manifests/address.ts";
import { conversions, registrationObjects } from "../../manifests/registration-objects.ts";

/**
 * What `customhouse dev` registers in a cluster while it runs. JSON, because it is passed to another process, which
 * registers it.
 */
export type ClusterPlan = {
  /** The id of one run of `customhouse dev`, random, by which the run recognizes its own changes. It is not secret. */
  readonly run: string;
  /** Definitions that convert by the webhook from now on. */
  readonly conversions: readonly { readonly name: string; readonly conversion: JsonObject }[];
  /** Webhook configurations, with names of their own. */
  readonly webhooks: readonly JsonObject[];
};

/** How a cluster reaches `customhouse dev`. */
export interface DevAddress {
  readonly run: string;
  readonly address: WebhookAddress;
  /** The CA's certificate: PEM in base64. */
  readonly caBundle: string;
}

/** An admission that is being written must not stop a cluster: what it can't answer in time is allowed. */
const admission = { failurePolicy: "Ignore", timeoutSeconds: 5 } as const;

/** The plan for kinds. Their lookups find samples, so it has no access for them. */
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
    conversions: conversions(registered, settings).map(({ name, conversion }) => ({
      name,
      conversion,
    })),
    webhooks: registrationObjects(registered, settings, ["webhooks"]).map((configuration) =>
      withOwnName(configuration, run),
    ),
  };
}

/** Both plans of one run as one, with what the second one has where both name the same object. */
export function joinedPlans(first: ClusterPlan, second: ClusterPlan): ClusterPlan {
  const only = planWithout(first, second);
  return {
    run: second.run,
    conversions: [...only.conversions, ...second.conversions],
    webhooks: [...only.webhooks, ...second.webhooks],
  };
}

/** A plan without the objects that the other one names too. */
export function planWithout(plan: ClusterPlan, other: ClusterPlan): ClusterPlan {
  const names = new Set(other.conversions.map(({ name }) => name));
  const configurations = new Set(other.webhooks.map(identityOf));
  return {
    run: plan.run,
    conversions: plan.conversions.filter(({ name }) => !names.has(name)),
    webhooks: plan.webhooks.filter((each) => !configurations.has(identityOf(each))),
  };
}

function identityOf(configuration: JsonObject): string {
  const metadata = member(configuration, "metadata");
  const name = isObject(metadata) ? member(metadata, "name") : undefined;
  return `${String(member(configuration, "kind"))}/${String(name)}`;
}

/** The annotation with the id of the run that registered an object. */
export const runAnnotation = "dev.customhouse/run";

/** Renames a webhook configuration, so that the registration of `customhouse manifests` stays as it is. */
function withOwnName(configuration: JsonObject, run: string): JsonObject {
  const metadata = member(configuration, "metadata");
  const { name } = isObject(metadata) ? metadata : {};
  return {
    ...configuration,
    metadata: { name: `customhouse-dev.${String(name)}`, annotations: { [runAnnotation]: run } },
  };
}
