import { applyPatch } from "../../../admission/patch/apply.ts";
import type { PatchOperation } from "../../../admission/patch/diff.ts";
import { equal } from "../../../json/equal.ts";
import { isObject, type JsonObject } from "../../../json/value.ts";
import { isReviewObject, type ReviewObject } from "../../../protocol/conversion-review.ts";
import { fieldMessage } from "../../../schema/field-error/field-message.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { prunedAndDefaulted } from "../../pruned-and-defaulted.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial, type Trial } from "../../trial.ts";
import { constraintViolations } from "../../validation-faults.ts";
import {
  type AdmissionPort,
  admissionPort,
  exchangeAdmission,
  type WriteRequest,
} from "./admission-exchange.ts";
import { admittedObjects } from "./admitted-objects.ts";
import { operationsText, registeredWrites } from "./decisions.ts";

/** The law that a webhook's patch can be applied to the object of its request, and that the result is valid. */
export const patchAppliesLaw: Law = {
  name: "patch-applies",
  statement:
    "the webhook's patch can be applied, and the patched object is valid if the object was",
  trial: (pair) =>
    patchTrial(pair, ({ before, after, patch, review }) => {
      if (after === undefined) {
        const paths = operationsText(patch);
        return lawFails({ before, explanation: `the patch does not apply: ${paths}`, review });
      }
      const faults = constraintViolations(after, pair.from, pair.subject);
      if (faults.length === 0) return lawOk;
      const explanation = `after the patch the object is not valid: ${faults.map(({ error }) => fieldMessage(error)).join("; ")}`;
      return lawFails({ before, after, explanation, review });
    }),
};

/** The law that a patch changes the object: a webhook should not send a patch without effect. */
export const patchNeededLaw: Law = {
  name: "patch-needed",
  statement: "a webhook that leaves an object as it is sends no patch",
  trial: (pair) =>
    patchTrial(pair, ({ before, after, patch, review }) => {
      if (after === undefined || patch.length === 0 || !equal(before, after)) return lawOk;
      const paths = operationsText(patch);
      return lawFails({ before, explanation: `the patch changes nothing: ${paths}`, review });
    }),
};

/**
 * The law that a second call with the patched object changes nothing. The server may call a webhook again after another webhook's
 * patch.
 */
export const idempotentLaw: Law = {
  name: "idempotent",
  statement: "an object that the webhook has changed is not changed again",
  trial: (pair) =>
    patchTrial(pair, ({ before, after, port, write, review }) => {
      if (after === undefined) return lawRefused;
      const stored = prunedAndDefaulted(after, pair.from);
      const again = exchangeAdmission(port, pair, { ...write, object: stored });
      if (again.type !== "decided" || !again.allowed) return lawRefused;
      const twice = objectAfterPatch(stored, again.patch ?? []);
      if (twice === undefined || equal(twice, stored)) return lawOk;
      const paths = operationsText(again.patch ?? []);
      const explanation = `a second call changes the object again (shown last): ${paths}`;
      return lawFails({ before, after: stored, returned: twice, explanation, review });
    }),
};

/** A write that a mutating webhook allowed, before and after its patch. */
interface PatchedWrite {
  readonly port: AdmissionPort;
  readonly write: WriteRequest;
  readonly before: ReviewObject;
  /** Undefined if the patch can't be applied. */
  readonly after: ReviewObject | undefined;
  readonly patch: readonly PatchOperation[];
  readonly review: JsonObject;
}

function patchTrial(
  pair: Direction,
  lawOf: (patched: PatchedWrite) => LawResult,
): Trial | undefined {
  const port = admissionPort(pair);
  if (port?.registration.step !== "mutating") return undefined;
  return generatedTrial(admittedObjects(pair), (before) => {
    let result: LawResult = lawRefused;
    for (const write of registeredWrites(port, before)) {
      const exchange = exchangeAdmission(port, pair, write);
      if (exchange.type !== "decided" || !exchange.allowed) continue;
      const { patch = [], review } = exchange;
      result = lawOf({
        port,
        write,
        before,
        after: objectAfterPatch(before, patch),
        patch,
        review,
      });
      if (result.type === "FAIL") return result;
    }
    return result;
  });
}

function objectAfterPatch(
  object: ReviewObject,
  patch: readonly PatchOperation[],
): ReviewObject | undefined {
  const result = applyPatch(object, patch);
  return result.ok && isObject(result.value) && isReviewObject(result.value)
    ? result.value
    : undefined;
}
