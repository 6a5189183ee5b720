import { mapAt } from "../../../../json/members.ts";
import { isObject, type JsonObject, member } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import { metadataOf } from "../../../../protocol/object-metadata.ts";
import { bodyOfSuccess, type ClusterApi } from "../../../server/cluster-api.ts";
import { type ClusterPlan, runAnnotation } from "./cluster-plan.ts";
import { restoreConversion, takeOverConversion } from "./taken-conversion.ts";

/**
 * Registers a plan in a cluster. `before` is the plan that this run has registered already. Returns a text for each definition
 * that was left unchanged. Throws if the server refuses a change; earlier changes stay in force.
 */
export async function register(
  api: ClusterApi,
  { run, conversions, webhooks }: ClusterPlan,
  { mayTakeOver, before }: { readonly mayTakeOver: boolean; readonly before?: ClusterPlan },
): Promise<readonly string[]> {
  const registered = new Set(before?.webhooks.map((each) => stringify(each)));
  const notes: string[] = [];
  for (const planned of conversions) {
    const note = await takeOverConversion(api, { ...planned, run }, mayTakeOver);
    if (note !== undefined) notes.push(note);
  }
  for (const configuration of webhooks) {
    if (registered.has(stringify(configuration))) continue;
    await remove(api, configuration); // an old one of this name, perhaps of a run that did not remove it
    const path = collectionOf(configuration);
    bodyOfSuccess(
      await api.call({ method: "POST", path, body: configuration }),
      metadataName(configuration),
    );
  }
  return notes;
}

/**
 * Deletes the webhook configurations of a plan, and restores the former conversions of its definitions. Objects that this run
 * did not change, or that another run has taken over, are left unchanged.
 */
export async function removeRegistration(
  api: ClusterApi,
  { run, conversions, webhooks }: ClusterPlan,
): Promise<void> {
  // First the webhooks, because they may delay writes to the cluster.
  for (const configuration of webhooks) {
    if (await belongsTo(api, configuration, run)) await remove(api, configuration);
  }
  for (const planned of conversions) await restoreConversion(api, { ...planned, run });
}

/**
 * True if the webhook configuration of this name in the cluster is from this run; false if it is from another run or does not
 * exist.
 */
async function belongsTo(
  api: ClusterApi,
  configuration: JsonObject,
  run: string,
): Promise<boolean> {
  const reply = await api.call({ method: "GET", path: pathOf(configuration) });
  if (reply.status === 404) return false;
  const metadata = metadataOf(bodyOfSuccess(reply, metadataName(configuration)));
  return member(mapAt(metadata, "annotations"), runAnnotation) === run;
}

async function remove(api: ClusterApi, configuration: JsonObject): Promise<void> {
  const reply = await api.call({ method: "DELETE", path: pathOf(configuration) });
  if (reply.status !== 404) bodyOfSuccess(reply, metadataName(configuration));
}

function pathOf(configuration: JsonObject): string {
  return `${collectionOf(configuration)}/${encodeURIComponent(metadataName(configuration))}`;
}

/**
 * The API path of all configurations of a kind. Source:
 * https://github.com/kubernetes/api/tree/3fde3c43c3cf/admissionregistration/v1.
 */
function collectionOf(configuration: JsonObject): string {
  const kind = String(member(configuration, "kind")).toLowerCase();
  return `/apis/admissionregistration.k8s.io/v1/${kind}s`;
}

function metadataName(configuration: JsonObject): string {
  const metadata = member(configuration, "metadata");
  return isObject(metadata) ? String(member(metadata, "name")) : "";
}
