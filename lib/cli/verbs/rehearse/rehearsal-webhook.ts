import { noCluster } from "../../../cluster/no-cluster.ts";
import type { ExecutablePlan } from "../../../evolve/plan/version-plan.ts";
import { startGateway } from "../../../hosts/local/gateway.ts";
import { mapAt } from "../../../json/members.ts";
import { type JsonObject, member } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { base64 } from "../../../protocol/base64.ts";
import { createService } from "../../../service/service.ts";
import { UsageError } from "../../command.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { newCredentials, onlyCaller } from "../dev/cluster/dev-caller.ts";
import { webhookUrl } from "../manifests/address.ts";
import { conversionStanza } from "../manifests/conversion-stanza.ts";

/** The conversion webhook of a rehearsal. */
export interface RehearsalWebhook {
  /** The `spec.conversion` with which the control plane calls the webhook. */
  readonly conversion: JsonObject;
  /** The number of reviews so far, and of those that failed. */
  readonly counts: () => { readonly reviews: number; readonly failed: number };
  readonly close: () => Promise<void>;
}

/** Starts a webhook for the conversions of a kind on the loopback interface. */
export async function startRehearsalWebhook(
  kind: Kind,
  { certificate, ca }: Pick<ControlPlane, "certificate" | "ca">,
): Promise<RehearsalWebhook> {
  let [reviews, failed] = [0, 0];
  const service = createService({
    kinds: [kind],
    lookup: noCluster,
    log: ({ outcome }) => {
      reviews += 1;
      if (outcome !== "converted") failed += 1;
    },
  });
  const caller = newCredentials();
  const gateway = await startGateway({
    ...certificate,
    service,
    callers: onlyCaller(caller),
    port: 0,
  });
  const url = webhookUrl({ base: `https://127.0.0.1:${gateway.port}`, caller }, "convert");
  return {
    conversion: conversionStanza({ url, caBundle: base64(ca) }, ["v1"]),
    counts: () => ({ reviews, failed }),
    close: () => gateway.close(),
  };
}

/**
 * A definition and a plan in which `conversion` replaces the conversion of the definition and of each added version, if that is a
 * webhook or missing. It is missing in a manifest to which `customhouse manifests` has not added it yet.
 */
export function withRehearsalWebhook(
  crd: JsonObject,
  plan: ExecutablePlan,
  conversion: JsonObject,
): { readonly crd: JsonObject; readonly plan: ExecutablePlan } {
  const withWebhook = (own: JsonObject): JsonObject =>
    isWebhook(own) || Object.keys(own).length === 0 ? conversion : own;
  const spec = mapAt(crd, "spec");
  const steps = plan.steps.map((step) => {
    const { action } = step;
    if (action.type !== "add-version" || action.conversion === null) return step;
    const to = withWebhook(action.conversion.to);
    return { ...step, action: { ...action, conversion: { ...action.conversion, to } } };
  });
  return {
    crd: { ...crd, spec: { ...spec, conversion: withWebhook(mapAt(spec, "conversion")) } },
    plan: { ...plan, steps },
  };
}

/**
 * Throws {@link UsageError} if a conversion webhook of the definition or the plan is a Service, which a control plane outside the
 * cluster can't reach.
 */
export function requireReachable(crd: JsonObject, { steps }: ExecutablePlan): void {
  const conversions = [
    mapAt(mapAt(crd, "spec"), "conversion"),
    ...steps.flatMap(({ action }) =>
      action.type === "add-version" && action.conversion !== null ? [action.conversion.to] : [],
    ),
  ];
  for (const conversion of conversions.filter(isWebhook)) {
    const client = mapAt(mapAt(conversion, "webhook"), "clientConfig");
    if (typeof member(client, "url") === "string") continue;
    const { namespace, name } = mapAt(client, "service");
    throw new UsageError(
      `the conversion webhook is the Service ${String(namespace)}/${String(name)} of the cluster, which the control plane of a rehearsal can't reach: give the kind's folder with --kinds, so that the rehearsal serves its conversions instead`,
    );
  }
}

function isWebhook(conversion: JsonObject): boolean {
  return member(conversion, "strategy") === "Webhook";
}
