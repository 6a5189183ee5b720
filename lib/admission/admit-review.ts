import { type Lookup, LookupUnavailable } from "../cluster/lookup.ts";
import { annotationsOf } from "../conversion/convert-object.ts";
import { holdsStash } from "../converter/stash/names.ts";
import type { LazyValidators } from "../crd/validator/lazy-validators.ts";
import { type JsonObject, member } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import {
  type AdmissionRequest,
  type AdmissionReview,
  allowed,
  denied,
  readAdmissionRequest,
} from "../protocol/admission-review.ts";
import { admissionGate } from "../protocol/gate/admission.ts";
import { apiVersionOf, type GroupVersionKind } from "../protocol/gvk.ts";
import type { Review, ReviewHead } from "../protocol/review.ts";
import type { Status } from "../protocol/status.ts";
import type { AdmissionContext } from "./admission-kind.ts";
import type { AdmissionRegistry } from "./admission-registry.ts";
import { DeadlineExceeded, type Signals } from "./deadline.ts";
import { type Handled, handledBy } from "./handled.ts";
import { RemarkBook } from "./remarks.ts";
import {
  crashedStatus,
  grownStatus,
  lateStatus,
  malformedStatus,
  maxAnswerGrowth,
} from "./verdict.ts";
import { undecidedWarning } from "./warning-text.ts";

/** The reply to a review as JSON text, with what the log wants to know. */
export interface AdmissionAnswer {
  readonly text: string;
  readonly verdict: "allowed" | "patched" | "denied";
  /** The message of a denial. */
  readonly failure?: string;
  /** What a handler threw: for the log, never for the caller. */
  readonly thrown?: unknown;
}

/** What a review may use besides itself; times are passed in, so that the room stays pure. */
export interface AdmissionLimits {
  /** Characters of the review's text: the answer may have {@link maxAnswerGrowth} more. */
  readonly requestSize: number;
  readonly signals: Signals;
  readonly lookup: Lookup;
  /** True once the response would come too late: asked within long work. */
  readonly expired: () => boolean;
  /** Judge preserved values of objects that are converted for a handler. */
  readonly validators: LazyValidators;
}

/** One request with its object on the way through a verb. */
export interface Admission {
  readonly head: ReviewHead;
  readonly request: AdmissionRequest;
  readonly object: JsonObject;
  readonly handled: Handled;
  readonly context: AdmissionContext;
  readonly limits: AdmissionLimits;
  readonly remarks: RemarkBook;
  /** What was thrown on the way to the verdict: for the log. */
  readonly thrown: unknown[];
}

/** What a verb makes of an admission. */
export type Verb = (admission: Admission) => Promise<AdmissionReview>;

/**
 * Answers an AdmissionReview by a verb. The reply has passed the server's own rules.
 *
 * Errors: throws {@link LookupUnavailable} alone, which is no verdict; what else a handler throws becomes a denial.
 */
export async function admitReview(
  registry: AdmissionRegistry,
  review: Review,
  verb: { readonly run: Verb; readonly mutating: boolean },
  limits: AdmissionLimits,
): Promise<AdmissionAnswer> {
  const { head } = review;
  const caught: unknown[] = [];
  try {
    const reply = await replyTo(registry, review, verb.run, limits, caught);
    const fault = admissionGate(head, verb.mutating, reply);
    if (fault !== undefined) {
      return refuse(head, crashedStatus(head), new Error(`the gate refused the answer: ${fault}`));
    }
    const [thrown] = caught;
    const answer = { ...answerOf(reply), ...(thrown !== undefined && { thrown }) };
    const isShort = answer.text.length <= limits.requestSize + maxAnswerGrowth;
    return isShort ? answer : refuse(head, grownStatus, new Error(grownStatus.message));
  } catch (thrown) {
    if (thrown instanceof LookupUnavailable) throw thrown;
    if (thrown instanceof DeadlineExceeded) return refuse(head, lateStatus, thrown);
    return refuse(head, crashedStatus(head), thrown);
  }
}

async function replyTo(
  registry: AdmissionRegistry,
  { head, request: raw }: Review,
  run: Verb,
  limits: AdmissionLimits,
  thrown: unknown[],
): Promise<AdmissionReview> {
  const read = readAdmissionRequest(raw);
  if (!read.ok) return denied(head, malformedStatus(read.error));
  const request = read.value;
  const remarks = new RemarkBook();
  const { group, resource } = request.resource;
  const kind = registry.kind(group, resource);
  if (kind?.undecided === true) remarks.warn(undecidedWarning(kind));
  const handled = handledBy(registry, request, limits);
  if (!handled.ok) {
    const { error } = handled;
    return error.because === "nothing to do"
      ? allowed(head, remarks.remarks())
      : denied(head, malformedStatus(error.message));
  }
  if (request.object === undefined) {
    return denied(head, malformedStatus(`request.object is missing on ${request.operation}`));
  }
  const fault =
    typeFault("object", request.kind, request.object) ??
    typeFault("oldObject", request.kind, request.oldObject);
  if (fault !== undefined) return denied(head, malformedStatus(fault));
  await loadValidators(handled.value, request, limits);
  const context = contextOf(request, limits, remarks);
  return run({
    head,
    request,
    object: request.object,
    handled: handled.value,
    context,
    limits,
    remarks,
    thrown,
  });
}

/** Loads what judges the preserved values of a request's objects, where they have some. */
async function loadValidators(
  { kind, toHandler }: Handled,
  { object, oldObject }: AdmissionRequest,
  { validators }: AdmissionLimits,
): Promise<void> {
  for (const each of [object, oldObject]) {
    if (each !== undefined && holdsStash(annotationsOf(each), kind.group)) toHandler(each);
  }
  if (!validators.isComplete) await validators.load();
}

/** What is wrong with the type of an object: the server sends both objects in the request's kind and version. */
function typeFault(
  name: string,
  kind: GroupVersionKind,
  object: JsonObject | undefined,
): string | undefined {
  if (object === undefined) return undefined;
  const isSame =
    member(object, "apiVersion") === apiVersionOf(kind) && member(object, "kind") === kind.kind;
  return isSame ? undefined : `request.${name} is not of the request's kind and version`;
}

function contextOf(
  request: AdmissionRequest,
  { signals }: AdmissionLimits,
  remarks: RemarkBook,
): AdmissionContext {
  return {
    request,
    get signal() {
      return signals.signal;
    },
    warn: (text) => remarks.warn(text),
    annotate: (key, value) => remarks.annotate(key, value),
  };
}

function answerOf(reply: AdmissionReview): AdmissionAnswer {
  const text = stringify(reply);
  const { allowed: pass, patch, status } = reply.response;
  if (!pass) return { text, verdict: "denied", failure: status?.message ?? "" };
  return { text, verdict: patch === undefined ? "allowed" : "patched" };
}

function refuse(head: ReviewHead, status: Status, thrown: unknown): AdmissionAnswer {
  const reply = denied(head, status);
  return { text: stringify(reply), verdict: "denied", failure: status.message, thrown };
}
