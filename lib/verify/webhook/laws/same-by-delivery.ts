import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawRefused } from "../../law-result.ts";
import { validObjects } from "../../samples/objects.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial, type Trial } from "../../trial.ts";
import type { ReviewDelivery } from "../review-delivery.ts";
import { exchangeObjects, sameResult } from "./exchange-objects.ts";

/**
 * A trial that sends valid objects as usual, then in the way `delivery`, and compares the results. Undefined if reviews can't be
 * sent in this way. `shown`: the name of the way in failures, such as `over HTTP/2`.
 */
export function sameByDelivery(
  pair: Direction,
  delivery: ReviewDelivery,
  shown: string,
): Trial | undefined {
  const { blackBox } = pair.subject;
  const send = blackBox?.webhook.deliveries?.get(delivery);
  if (blackBox === undefined || send === undefined) return undefined;
  const { subject, to } = pair;
  const delivering = { ...blackBox, webhook: { ...blackBox.webhook, send } };
  return generatedTrial(validObjects(pair), (before: ReviewObject): LawResult => {
    const usual = subject.convert(before, to.name);
    if (usual.type !== "converted") return lawRefused;
    return sameResult(subject, exchangeObjects(pair, delivering, [before]), {
      before,
      after: usual.object,
      failed: shown,
      differs: shown,
      verb: "as usual, and",
    });
  });
}
