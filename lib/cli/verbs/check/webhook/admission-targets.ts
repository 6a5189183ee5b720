import type { CrdFacts } from "../../../../crd/crd-facts.ts";
import { mapAt, mapsIn, textAt, textsIn } from "../../../../json/members.ts";
import { isObject, type JsonObject, member } from "../../../../json/value.ts";
import { fromBase64 } from "../../../../protocol/base64.ts";
import { metadataOf } from "../../../../protocol/object-metadata.ts";
import type { AdmissionRegistration } from "../../../../verify/webhook/admission/registration.ts";
import { UsageError } from "../../../command.ts";
import { webhookAddress } from "../../../wire/webhook-address.ts";
import type { WebhookTarget, WebhookTargets } from "./targets.ts";

/** Makes a service of the cluster reachable from this machine, and returns its address. */
export type ReachService = (
  service: JsonObject,
) => Promise<Pick<WebhookTarget, "url" | "shown" | "connectTo">>;

const steps: Readonly<Record<string, AdmissionRegistration["step"]>> = {
  MutatingWebhookConfiguration: "mutating",
  ValidatingWebhookConfiguration: "validating",
};

/**
 * The webhooks of webhook configurations that are called for writes of a kind. Skipped, each with its reason: those that may have
 * side effects in a dry run (kube-apiserver does not call them then, either), those that do not accept v1 reviews, and services
 * if there is no `reach`.
 */
export async function admissionTargets(
  configurations: readonly JsonObject[],
  crd: CrdFacts,
  { ca, reach }: { readonly ca: string | undefined; readonly reach: ReachService | undefined },
): Promise<WebhookTargets> {
  const targets: WebhookTarget[] = [];
  const skipped: string[] = [];
  for (const configuration of configurations) {
    const step = steps[textAt(configuration, "kind")];
    if (step === undefined) continue;
    for (const webhook of mapsIn(member(configuration, "webhooks"))) {
      const name = `${String(metadataOf(configuration)["name"])}/${textAt(webhook, "name")}`;
      const registration = registrationOf(webhook, { name, step, crd });
      if (registration === undefined) continue;
      const reason = skipReason(webhook, reach);
      if (reason !== undefined) skipped.push(`${name} is not checked: ${reason}`);
      else targets.push(await targetOf(webhook, registration, { ca, reach }));
    }
  }
  return { targets, skipped };
}

function skipReason(webhook: JsonObject, reach: ReachService | undefined): string | undefined {
  const effects = textAt(webhook, "sideEffects");
  if (effects !== "None" && effects !== "NoneOnDryRun") {
    return `sideEffects is ${effects || "Unknown"}, so it must not be called for a dry run`;
  }
  if (!textsAt(webhook, "admissionReviewVersions").includes("v1")) {
    return "v1 is not in its admissionReviewVersions";
  }
  const isService = member(mapAt(webhook, "clientConfig"), "service") !== undefined;
  return isService && reach === undefined
    ? "it is a service of a cluster: use --cluster"
    : undefined;
}

interface RegisteredFor {
  readonly name: string;
  readonly step: AdmissionRegistration["step"];
  readonly crd: CrdFacts;
}

/** The writes of a kind that a webhook is called for; undefined if it is not called for any write of the kind or its status. */
function registrationOf(
  webhook: JsonObject,
  { name, step, crd }: RegisteredFor,
): AdmissionRegistration | undefined {
  const inGroup = mapsIn(member(webhook, "rules")).filter((rule) =>
    matchesName(textsAt(rule, "apiGroups"), crd.group),
  );
  const ofObjects = rulesFor(inGroup, ["*", "*/*", crd.plural]);
  const ofStatus = rulesFor(inGroup, [
    "*/*",
    "*/status",
    `${crd.plural}/*`,
    `${crd.plural}/status`,
  ]);
  const operations = (["CREATE", "UPDATE"] as const).filter((operation) =>
    coversOperation(ofObjects, operation),
  );
  const hasStatus = crd.versions.some((version) => version.hasStatus === true);
  const includesStatus = hasStatus && coversOperation(ofStatus, "UPDATE");
  const rules = [...ofObjects, ...(includesStatus ? ofStatus : [])];
  const versions = crd.versions
    .map((version) => version.name)
    .filter((version) => rules.some((rule) => matchesName(textsAt(rule, "apiVersions"), version)));
  if ((operations.length === 0 && !includesStatus) || versions.length === 0) return undefined;
  return { name, step, resource: crd.plural, operations, includesStatus, versions };
}

function rulesFor(
  rules: readonly JsonObject[],
  resources: readonly string[],
): readonly JsonObject[] {
  return rules.filter((rule) =>
    textsAt(rule, "resources").some((each) => resources.includes(each)),
  );
}

function coversOperation(rules: readonly JsonObject[], operation: string): boolean {
  return rules.some((rule) => matchesName(textsAt(rule, "operations"), operation));
}

function matchesName(names: readonly string[], name: string): boolean {
  return names.includes("*") || names.includes(name);
}

async function targetOf(
  webhook: JsonObject,
  admission: AdmissionRegistration,
  { ca, reach }: { readonly ca: string | undefined; readonly reach: ReachService | undefined },
): Promise<WebhookTarget> {
  const config = mapAt(webhook, "clientConfig");
  const trusted = ca ?? caIn(config, admission.name);
  const service = member(config, "service");
  if (isObject(service) && reach !== undefined) {
    return { ...(await reach(service)), ca: trusted, isCareful: true, admission };
  }
  const { url, shown, isPrivate } = webhookAddress(textAt(config, "url"));
  return { url, shown, ca: trusted, isCareful: !isPrivate, admission };
}

/** The PEM of a client configuration's caBundle; undefined if it has none. Throws {@link UsageError} if it is not base64. */
export function caIn(config: JsonObject, name: string): string | undefined {
  const bundle = textAt(config, "caBundle");
  if (bundle === "") return undefined;
  const pem = fromBase64(bundle);
  if (pem === undefined) throw new UsageError(`${name}: caBundle is not base64`);
  return pem;
}

function textsAt(object: JsonObject, key: string): readonly string[] {
  return textsIn(member(object, key));
}
