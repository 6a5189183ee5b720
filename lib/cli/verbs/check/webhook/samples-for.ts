import type { JsonObject } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import type { ChosenWebhooks, WebhookTarget } from "./targets.ts";

/** The samples, and objects of the cluster, that a webhook may be sent. */
export interface GivenSamples {
  readonly samples: readonly JsonObject[];
}

/**
 * The most bytes of a sample for a webhook that may serve a cluster: a review of at most 1 MB has several objects derived from
 * it. The number is a choice: a tenth of such a review.
 */
const maxGivenBytes = 100_000;

/** The samples for a webhook, with a note if large ones are left out. Only a conversion webhook gets objects of the cluster. */
export function samplesFor(
  { admission, isCareful }: WebhookTarget,
  { kind, live }: Pick<ChosenWebhooks, "kind" | "live">,
  sendsHostile: boolean,
): GivenSamples & { readonly note?: string } {
  const given = admission === undefined ? [...kind.samples, ...live] : kind.samples;
  const samples = isCareful && !sendsHostile ? given.filter(isSmall) : given;
  const left = given.length - samples.length;
  if (left === 0) return { samples };
  const note = `${left} of ${given.length} given objects are left out: they have more than 100 kB. --hostile sends them too, and bodies that are written to do harm`;
  return { samples, note };
}

function isSmall(object: JsonObject): boolean {
  return Buffer.byteLength(stringify(object)) <= maxGivenBytes;
}
