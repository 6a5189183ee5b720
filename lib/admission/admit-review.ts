import { type Lookup, LookupUnavailable } from "../cluster/lookup.ts";
import { annotationsOf } from "../conversion/convert-object.ts";
import { holdsStash } from "../converter/stash/names.ts";
import type { LazyValidators } from "../crd/validator/lazy-validators.ts";
import { byteLength } from "../json/size.ts";
import { type JsonObject, member } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import {
  type AdmissionRequest,
  type AdmissionReview,
  type AllowedReview,
  allowed,
  type DeniedReview,
  denied,
  readAdmissionRequest,
} from "../protocol/admission-review.ts";
import { admissionGate } from "../protocol/gate/admission.ts";
import { apiVersionOf, type GroupVersionKind } from "../protocol/gvk.ts";
import type { Review, ReviewHead } from "../protocol/review.ts";
import type { Status } from "../protocol/status.ts";
import type { AdmissionRegistry } from "./admission-registry.ts";
import { DeadlineExceeded, type DeadlineSignals } from "./deadline.ts";
import {
  crashedStatus,
  lateStatus,
  malformedStatus,
  maxAdmissionGrowthBytes,
  oversizedResponseStatus,
} from "./denial-status.ts";
import { findHandledKind, type HandledKind } from "./handled-kind.ts";
import { RemarkCollector } from "./remarks.ts";
import { undecidedWarning } from "./warning-text.ts";

/** The response to a review as JSON text, with what the log needs. */
interface AdmissionResult {
  readonly text: string;
  readonly decision: "allowed" | "patched" | "denied";
  /** The message of a denial; absent if the request is allowed. */
  readonly failure?: string;
  /** What a handler threw. It is only logged, never sent to the caller. */
  readonly thrown?: unknown;
}

/** What admission may use besides the review. It reads no clock itself: signals and `expired` are passed in. */
interface AdmissionLimits {
  /** The bytes of the request in UTF-8. The response may have {@link maxAdmissionGrowthBytes} more. */
  readonly requestBytes: number;
  readonly signals: DeadlineSignals;
  readonly lookup: Lookup;
  /** True once a response would be too late. Conversions check it. */
  readonly expired: () => boolean;
  /** The schema validators that conversions with preserved values and the conversion guard need, and their loader. */
  readonly validators: LazyValidators;
}

/** A request to decide on, and what the mutating or validating webhook needs to decide. */
export interface Admission {
  readonly head: ReviewHead<"AdmissionReview">;
  readonly request: AdmissionRequest;
  readonly object: JsonObject;
  readonly handled: HandledKind;
  /**
   * Returns the object before an UPDATE, at the handlers' version; it is converted at the first call. Undefined if
   * there is no such object or it can't be converted.
   */
  readonly old: () => JsonObject | undefined;
  readonly limits: AdmissionLimits;
  readonly remarks: RemarkCollector;
  /** Collects, for the log, errors that did not prevent a decision. */
  readonly thrown: unknown[];
}

/** Decides on a request. A validating webhook can't return a patch. */
export interface AdmissionVerbs {
  readonly mutate: (admission: Admission) => Promise<AdmissionReview>;
  readonly validate: (admission: Admission) => Promise<AllowedReview | DeniedReview>;
}

type AdmissionVerb = AdmissionVerbs[keyof AdmissionVerbs];

/**
 * Responds to an AdmissionReview as the mutating or validating webhook. The response gate has checked the response.
 * Errors: throws only {@link LookupUnavailable}, and then there is no decision. Any other exception becomes a denial.
 */
export async function admitReview(
  registry: AdmissionRegistry,
  review: Review<"AdmissionReview">,
  verb: { readonly run: AdmissionVerb; readonly mutating: boolean },
  limits: AdmissionLimits,
): Promise<AdmissionResult> {
  const { head } = review;
  const caught: unknown[] = [];
  try {
    const response = await responseTo(registry, review, verb.run, limits, caught);
    const fault = admissionGate(head, verb.mutating, response);
    if (fault !== undefined) {
      return deniedResult(
        head,
        crashedStatus(head),
        new Error(`the API server would refuse this response: ${fault}`),
      );
    }
    const [thrown] = caught;
    const result = { ...admissionResult(response), ...(thrown !== undefined && { thrown }) };
    const isShort = byteLength(result.text) <= limits.requestBytes + maxAdmissionGrowthBytes;
    return isShort
      ? result
      : deniedResult(head, oversizedResponseStatus, new Error(oversizedResponseStatus.message));
  } catch (thrown) {
    if (thrown instanceof LookupUnavailable) throw thrown;
    if (thrown instanceof DeadlineExceeded) return deniedResult(head, lateStatus, thrown);
    return deniedResult(head, crashedStatus(head), thrown);
  }
}

async function responseTo(
  registry: AdmissionRegistry,
  { head, request: raw }: Review<"AdmissionReview">,
  run: AdmissionVerb,
  limits: AdmissionLimits,
  thrown: unknown[],
): Promise<AdmissionReview> {
  const read = readAdmissionRequest(raw);
  if (!read.ok) return denied(head, malformedStatus(read.error));
  const request = read.value;
  const remarks = new RemarkCollector();
  const { group, resource } = request.resource;
  const kind = registry.kind(group, resource);
  if (kind?.undecided === true) remarks.warn(undecidedWarning(kind));
  const handled = findHandledKind(registry, request, limits);
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
    objectTypeFault("object", request.kind, request.object) ??
    objectTypeFault("oldObject", request.kind, request.oldObject);
  if (fault !== undefined) return denied(head, malformedStatus(fault));
  await loadValidators(handled.value, request, limits);
  return run({
    head,
    request,
    object: request.object,
    handled: handled.value,
    old: oldObjectOf(request, handled.value),
    limits,
    remarks,
    thrown,
  });
}

/**
 * Loads the validators that the conversions of the request's objects need. To find out which ones, converts each object that
 * has preserved values, or all objects if a conversion always validates, and ignores the results.
 */
async function loadValidators(
  { kind, conversions, at, toHandler }: HandledKind,
  { object, oldObject, kind: { version } }: AdmissionRequest,
  { validators }: AdmissionLimits,
): Promise<void> {
  const path = conversions.graph(kind.group, kind.kind)?.path(version, at) ?? [];
  const isNeeded = path.some(({ validates }) => validates?.() === true);
  for (const each of [object, oldObject]) {
    if (each === undefined) continue;
    if (isNeeded || holdsStash(annotationsOf(each), kind.group)) toHandler(each);
  }
  if (!validators.isComplete) await validators.load();
}

/**
 * Says that `object` or `oldObject` has another apiVersion or kind than the request; undefined if it has the same. The
 * server sends both objects in the request's kind and version.
 */
function objectTypeFault(
  name: string,
  kind: GroupVersionKind,
  object: JsonObject | undefined,
): string | undefined {
  if (object === undefined) return undefined;
  const isSame =
    member(object, "apiVersion") === apiVersionOf(kind) && member(object, "kind") === kind.kind;
  return isSame ? undefined : `request.${name} has another apiVersion or kind than request.kind`;
}

/**
 * Returns a function that gives the old object at the handlers' version. The object is converted at the first call
 * only.
 */
function oldObjectOf(
  { oldObject }: AdmissionRequest,
  { toHandler }: HandledKind,
): () => JsonObject | undefined {
  let converted: ReturnType<typeof toHandler> | undefined;
  return () => {
    converted ??= oldObject && toHandler(oldObject);
    return converted?.ok === true ? converted.value : undefined;
  };
}

function admissionResult(review: AdmissionReview): AdmissionResult {
  const text = stringify(review);
  const { allowed: pass, patch, status } = review.response;
  if (!pass) return { text, decision: "denied", failure: status?.message ?? "" };
  return { text, decision: patch === undefined ? "allowed" : "patched" };
}

function deniedResult(
  head: ReviewHead<"AdmissionReview">,
  status: Status,
  thrown: unknown,
): AdmissionResult {
  const review = denied(head, status);
  return { text: stringify(review), decision: "denied", failure: status.message, thrown };
}
