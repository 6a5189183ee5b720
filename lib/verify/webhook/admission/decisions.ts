import type { PatchOperation } from "../../../admission/patch/diff.ts";
import { equal } from "../../../json/equal.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import {
  type AdmissionExchange,
  type AdmissionPort,
  admissionPort,
  exchangeAdmission,
  type WriteRequest,
} from "./admission-exchange.ts";
import { admittedObjects } from "./admitted-objects.ts";

/** The law that a webhook responds to each review of a valid object with a decision; any decision is fine. */
export const admissionRespondsLaw: Law = {
  name: "admission-responds",
  statement:
    "whatever valid object is written, the response is HTTP 200 and a review with the request's uid and a decision",
  trial: (pair) => {
    const port = admissionPort(pair);
    if (port === undefined) return undefined;
    return generatedTrial(admittedObjects(pair), (before) => {
      for (const write of registeredWrites(port, before)) {
        const exchange = exchangeAdmission(port, pair, write);
        if (exchange.type === "crashed") return crashFails(before, exchange);
      }
      return lawOk;
    });
  },
};

/** Sends the same request three times and compares the decisions. */
export const sameDecisionLaw: Law = {
  name: "same-decision",
  statement: "the same request has the same decision and the same patch each time",
  trial: (pair) => {
    const port = admissionPort(pair);
    if (port === undefined) return undefined;
    return generatedTrial(admittedObjects(pair), (before) => areDecisionsEqual(port, pair, before));
  },
};

/** How often one request is sent. A decision that alternates between two states differs by the third time. */
const times = 3;

function areDecisionsEqual(port: AdmissionPort, pair: Direction, before: ReviewObject): LawResult {
  const [write] = registeredWrites(port, before);
  if (write === undefined) return lawRefused;
  const all = Array.from({ length: times }, () => exchangeAdmission(port, pair, write));
  const [first, ...others] = all;
  if (first?.type !== "decided") return lawRefused;
  const other = others.find((each) => each.type === "decided" && !isSameAs(first, each));
  if (other?.type !== "decided") return lawOk;
  const explanation = `the webhook ${decisionText(first)} first, and then ${decisionText(other)}`;
  return lawFails({ before, explanation, review: first.review });
}

type AdmissionDecided = Extract<AdmissionExchange, { type: "decided" }>;

function isSameAs(one: AdmissionDecided, other: AdmissionDecided): boolean {
  const patches = [one, other].map(({ patch = [] }) =>
    patch.map((operation) => ({ ...operation })),
  );
  return one.allowed === other.allowed && equal(patches[0] ?? [], patches[1] ?? []);
}

/** A decision in words: `allows it`, `allows it with` the operations and paths of its patch, or `denies it: …`. */
export function decisionText({ allowed, message, patch = [] }: AdmissionDecided): string {
  if (!allowed) return `denies it: ${message || "without a message"}`;
  const paths = operationsText(patch);
  return paths === "" ? "allows it" : `allows it with ${paths}`;
}

/** The operations and paths of a patch. */
export function operationsText(patch: readonly PatchOperation[]): string {
  return patch.map(({ op, path }) => `${op} ${path}`).join(", ");
}

/** The writes of an object that a webhook is registered for. In an update, the old object is the same as the new one. */
export function registeredWrites(
  { registration }: AdmissionPort,
  object: ReviewObject,
): readonly WriteRequest[] {
  const { operations, includesStatus } = registration;
  return [
    ...operations.map((operation) =>
      operation === "CREATE" ? { object } : { object, oldObject: object },
    ),
    ...(includesStatus ? [{ object, oldObject: object, subresource: "status" as const }] : []),
  ];
}

/** The failure of a law because a response has no decision. */
function crashFails(
  before: ReviewObject,
  { message, review }: Extract<AdmissionExchange, { type: "crashed" }>,
): LawResult {
  return lawFails({ before, explanation: message, review });
}
