import { stringify } from "../../../json/write.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { unacknowledgedDifference } from "../../round-trip-fault.ts";
import { convertedSample } from "../../samples/converted-sample.ts";
import type { Direction } from "../../subject.ts";
import { listedTrial } from "../../trial.ts";
import { conversionReview } from "../exchange.ts";
import type { ReviewPort } from "../review-port.ts";
import { crashText } from "./responds.ts";

/**
 * Sends bodies that kube-apiserver never sends, but that any client that reaches the webhook can send. Skipped without
 * `--hostile`.
 */
export const hostileBodiesLaw: Law = {
  name: "hostile-bodies",
  statement:
    "with --hostile: the webhook responds to a body that is not a review, or is written to do harm, with any HTTP status, and converts the next review as usual",
  trial: (pair) => {
    const { blackBox } = pair.subject;
    if (blackBox?.sendsHostile !== true) return undefined;
    return listedTrial(
      () => bodies(stringify(goodReview(pair))),
      (body) => webhookSurvives(pair, blackBox.webhook, body),
      (body) => body,
    );
  },
};

/** A body, and what is wrong with it. */
interface HostileBody {
  readonly what: string;
  readonly text: string;
}

function goodReview({ subject, from, to }: Direction) {
  const { group, kind } = subject.kind;
  const metadata = { name: "sample", namespace: "default" };
  const object = { apiVersion: `${group}/${from.name}`, kind, metadata };
  return conversionReview({ objects: [object], to: `${group}/${to.name}`, reviewVersion: "v1" });
}

/** Levels of nesting: too many for a recursive parser's stack, and ten times as many as kube-apiserver's decoder allows. */
const levels = 100_000;
/** The digits of a long number. */
const long = 1_000_000;

function bodies(review: string): readonly HostileBody[] {
  const body = (what: string, text: string): HostileBody => ({ what, text });
  const bodyWithObject = (what: string, value: string): HostileBody =>
    body(what, review.replace('"objects":[', `"objects":[${value},`));
  return [
    body("an empty body", ""),
    body("null", "null"),
    body("a list", "[]"),
    body("a text that is not JSON", "<html></html>"),
    body("a review that is cut off", review.slice(0, review.length >> 1)),
    body("two reviews", review + review),
    body(
      "a review without a request",
      '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1"}',
    ),
    body("lists nested 100,000 deep", "[".repeat(levels)),
    body("maps nested 100,000 deep", '{"a":'.repeat(levels)),
    bodyWithObject(
      "an object nested 100,000 deep",
      `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`,
    ),
    bodyWithObject("null as an object", "null"),
    bodyWithObject("a text as an object", '"object"'),
    bodyWithObject("a number of a million digits", `{"a":${"9".repeat(long)}}`),
    bodyWithObject("an exponent without bounds", '{"a":1e999999999}'),
    bodyWithObject("half of a surrogate pair", '{"a":"\\ud800"}'),
    bodyWithObject(
      "names that have a meaning in JavaScript",
      '{"__proto__":{"kind":"x"},"constructor":{"prototype":1}}',
    ),
    body(
      "uid, version and objects of other types",
      '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":7,"desiredAPIVersion":[],"objects":{}}}',
    ),
  ];
}

function webhookSurvives(
  pair: Direction,
  webhook: ReviewPort,
  { what, text }: HostileBody,
): LawResult {
  const { subject, to } = pair;
  const good = convertedSample(pair);
  if (good === undefined) return lawRefused;
  const { before, after } = good;
  const received = webhook.send(text);
  if (received.type === "lost") {
    return lawFails({
      before,
      explanation: `the webhook was sent ${what} and gave no HTTP response: ${received.reason}`,
    });
  }
  const again = subject.convert(before, to.name);
  const start = `after ${what}, the object`;
  if (again.type !== "converted") {
    const reason = again.type === "refused" ? again.fault.message : crashText(again.error);
    return lawFails({ before, after, explanation: `${start} is no longer converted: ${reason}` });
  }
  const difference = unacknowledgedDifference(subject, after, again.object, "before, and");
  if (difference === undefined) return lawOk;
  const explanation = `${start} converts to another one: ${difference.explanation}`;
  return lawFails({ ...difference, before, after, returned: again.object, explanation });
}
