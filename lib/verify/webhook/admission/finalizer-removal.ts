import type { JsonObject } from "../../../json/value.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { type AdmissionPort, admissionPort, exchangeAdmission } from "./admission-exchange.ts";
import { admittedObjects } from "./admitted-objects.ts";

/**
 * Requests the removal of the last finalizer of an object that is being deleted. If a webhook denies this, the API server can
 * remove neither the object nor its namespace.
 */
export const finalizerRemovalLaw: Law = {
  name: "finalizer-removal",
  statement: "removing the last finalizer of an object that is being deleted is allowed",
  trial: (pair) => {
    const port = admissionPort(pair);
    if (port?.registration.operations.includes("UPDATE") !== true) return undefined;
    return generatedTrial(admittedObjects(pair), (object) => removeFinalizer(port, pair, object));
  },
};

const deletion: JsonObject = {
  deletionTimestamp: "2026-01-01T00:00:00Z",
  deletionGracePeriodSeconds: 0,
};

function removeFinalizer(port: AdmissionPort, pair: Direction, stored: ReviewObject): LawResult {
  const metadata = { ...metadataOf(stored), ...deletion };
  const before = { ...stored, metadata: { ...metadata, finalizers: ["example.com/cleanup"] } };
  const after = { ...stored, metadata };
  const exchange = exchangeAdmission(port, pair, { object: after, oldObject: before });
  if (exchange.type !== "decided") return lawRefused;
  if (exchange.allowed) return lawOk;
  const explanation = `the webhook denies the removal: ${exchange.message || "without a message"}`;
  return lawFails({ before, after, explanation, review: exchange.review });
}
