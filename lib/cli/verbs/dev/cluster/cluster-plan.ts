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
