import type { PatchOperation } from "../admission/patch/diff.ts";
import { readPatch } from "../admission/patch/read-patch.ts";
import { mapAt, textAt } from "../json/members.ts";
import { err, ok, type Result } from "../json/result.ts";
import { isArray, type JsonObject, member } from "../json/value.ts";
import { admissionGate } from "../protocol/gate/admission.ts";
import { reviewIn } from "../protocol/webhook-client/http-response.ts";
import { callFailure, type StatusError } from "./failure.ts";
import type { RegisteredWebhook, SendToWebhook } from "./served-kind.ts";

/** What an admission webhook decided about a request. */
interface AdmissionDecision {
  readonly warnings: readonly string[];
  /** Undefined if the webhook allows the request. */
  readonly denial?: StatusError;
  /** Empty if the webhook changes nothing. */
  readonly patch: readonly PatchOperation[];
}

const noDecision: AdmissionDecision = { warnings: [], patch: [] };

/**
 * Calls a mutating or validating webhook as kube-apiserver does. Error: the call failed or its response is malformed, and
 * the webhook's failurePolicy is not Ignore.
 */
export async function callWebhook(
  step: "mutating" | "validating",
  { name, settings }: RegisteredWebhook,
  review: JsonObject,
  sendReview: SendToWebhook,
): Promise<Result<AdmissionDecision, StatusError>> {
  const isMutating = step === "mutating";
  const decision = decisionIn(
    { step, name },
    review,
    await sendReview(isMutating ? "mutate" : "validate", review),
  );
  if (decision.ok) return decision;
  if (settings.failurePolicy === "Ignore") return ok(noDecision);
  return err(callFailure(step, name, decision.error));
}

function decisionIn(
  { step, name }: { readonly step: "mutating" | "validating"; readonly name: string },
  review: JsonObject,
  response: Awaited<ReturnType<SendToWebhook>>,
): Result<AdmissionDecision, string> {
  const apiVersion = String(member(review, "apiVersion"));
  const expected = { apiVersion, kind: "AdmissionReview" } as const;
  const answered = reviewIn(response, expected);
  if (!answered.ok) return err(`failed to call webhook: ${answered.error}`);
  const head = { ...expected, uid: String(member(mapAt(review, "request"), "uid")) };
  const fault = admissionGate(head, step === "mutating", answered.value);
  if (fault !== undefined) return err(`received invalid webhook response: ${fault}`);
  const given = mapAt(answered.value, "response");
  const patch = member(given, "patch");
  const operations = typeof patch === "string" ? readPatch(patch) : ok([]);
  if (!operations.ok) return operations;
  const warnings = member(given, "warnings");
  return ok({
    warnings: isArray(warnings) ? warnings.map(String) : [],
    patch: operations.value,
    ...(member(given, "allowed") !== true && {
      denial: denialOf(step, name, mapAt(given, "status")),
    }),
  });
}

/**
 * The error for a denial, in the server's words.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/admission/plugin/webhook/errors/statuserror.go
 * ToStatusErr.
 */
function denialOf(
  step: "mutating" | "validating",
  webhook: string,
  status: JsonObject,
): StatusError {
  const [message, reason] = [textAt(status, "message"), textAt(status, "reason")];
  const explanation = message === "" ? reason : message;
  const start = `admission webhook ${JSON.stringify(webhook)} denied the request`;
  const code = Number(member(status, "code") ?? 0);
  return {
    step,
    code: code < 400 ? 400 : code,
    reason,
    message: explanation === "" ? `${start} without explanation` : `${start}: ${explanation}`,
  };
}
