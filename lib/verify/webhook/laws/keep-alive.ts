import { stringify } from "../../../json/write.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { convertedSample } from "../../samples/converted-sample.ts";
import type { BlackBox, Direction } from "../../subject.ts";
import { listedTrial } from "../../trial.ts";
import { conversionReview } from "../exchange.ts";

/** Sends two reviews in quick succession. A webhook may close idle connections, but not each connection after one response. */
export const keepAliveLaw: Law = {
  name: "keep-alive",
  statement:
    "the webhook keeps a connection open for the next review: each new connection costs a TLS handshake",
  trial: (pair) => {
    const { blackBox } = pair.subject;
    if (blackBox?.webhook.deliveries?.has("kept-connection") !== true) return undefined;
    return listedTrial(
      () => [pair],
      () => isKeptOpen(pair, blackBox),
      () => pair,
    );
  },
};

/** The most attempts: between two reviews the webhook may restart, or a proxy may close the connection. */
const tries = 3;

function isKeptOpen(pair: Direction, { webhook, reviewVersion }: BlackBox): LawResult {
  const send = webhook.deliveries?.get("kept-connection");
  const sample = convertedSample(pair);
  if (send === undefined || sample === undefined) return lawRefused;
  const { subject, to } = pair;
  const { before } = sample;
  const requested = { objects: [before], to: `${subject.kind.group}/${to.name}`, reviewVersion };
  const review = stringify(conversionReview(requested));
  let explanation = "";
  for (let count = 0; count < tries; count++) {
    webhook.send(review);
    const received = send(review);
    if (received.type === "response") return lawOk;
    explanation = received.reason;
  }
  return lawFails({ before, explanation });
}
