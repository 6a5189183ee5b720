import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import { differenceFor } from "../../return.ts";
import { validObjects } from "../../samples/objects.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial, type Trial } from "../../trial.ts";
import { exchangeReview } from "../exchange.ts";
import type { ReviewDelivery } from "../review-delivery.ts";
import { crashText } from "./responds.ts";

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
  const port = { ...blackBox.webhook, send };
  const { reviewVersion } = blackBox;
  return generatedTrial(validObjects(pair), (before: ReviewObject): LawResult => {
    const usual = subject.convert(before, to.name);
    if (usual.type !== "converted") return lawRefused;
    const after = usual.object;
    const requested = { objects: [before], to: `${subject.kind.group}/${to.name}`, reviewVersion };
    const exchange = exchangeReview(port, requested);
    if (exchange.type !== "converted") {
      const reason = exchange.type === "refused" ? exchange.message : crashText(exchange.fault);
      return lawFails({ before, after, explanation: `${shown}: ${reason}` });
    }
    const [returned = after] = exchange.accepted;
    const difference = differenceFor(subject, after, returned, "as usual, and");
    if (difference === undefined) return lawOk;
    const explanation = `${shown} (shown last): ${difference.explanation}`;
    return lawFails({ ...difference, before, after, returned, explanation });
  });
}
