import type { Caller } from "../callers/callers.ts";
import { type Lookup, LookupUnavailable } from "../cluster/lookup.ts";
import type { JsonError } from "../json/error.ts";
import { decodeUtf8, parse, parseBytes, parseDecoded } from "../json/parse.ts";
import { ok } from "../json/result.ts";
import type { JsonValue } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import { denied } from "../protocol/admission-review.ts";
import { failed } from "../protocol/conversion-review.ts";
import {
  type Review,
  type ReviewFault,
  type ReviewHead,
  type ReviewKind,
  readReview,
} from "../protocol/review.ts";
import { nowMs } from "../request/clock.ts";
import type { Deadline } from "../request/deadline.ts";
import {
  errorResponse,
  type HttpResponse,
  notFound,
  reviewResponse,
  unavailable,
} from "../request/http-response.ts";
import type { Log, LogLine, MutableLine } from "../request/log.ts";
import { retryResponse } from "../request/retry-after.ts";
import { type ReviewFacts, reviewFacts, type ServedKinds } from "../request/review-facts.ts";
import type { Route, Verb } from "../request/routes.ts";

/**
 * Responds to the reviews of a set of kinds. All hosts use it, so that the same bytes get the same response everywhere.
 */
export interface Service {
  /** True if the path names no kind, or a kind that is served. */
  readonly serves: (route: Route) => boolean;
  /**
   * Responds to the body of a POST request to the path of a verb; with HTTP 404 for a verb that is not served. Never
   * throws. After the response the host may free the memory of `body`, which empties it; {@link lastingBody} copies it.
   */
  answer(
    verb: Verb,
    body: string | Uint8Array,
    deadline: Deadline,
    caller?: Caller,
  ): Promise<HttpResponse>;
  /**
   * Responds to a review that the host can't pass on exactly, and logs that: a review that fails or denies with `message`, or
   * with the fault of a malformed review; HTTP 400 if the request has no uid.
   */
  refuse(verb: Verb, body: JsonValue, message: string): HttpResponse;
}

/** A copy of a review's body that can be used after the review has been answered. */
export function lastingBody(body: string | Uint8Array): string | Uint8Array {
  return typeof body === "string" ? body : Uint8Array.from(body);
}

/** The kind of review that each verb receives. */
const reviewKinds = {
  convert: "ConversionReview",
  mutate: "AdmissionReview",
  validate: "AdmissionReview",
} as const satisfies Record<Verb, ReviewKind>;

/** Responds to the reviews of one verb. */
export interface VerbHandler<V extends Verb = Verb> {
  readonly verb: V;
  /** Responds to a body without parsing all of it; undefined if the body must be parsed. */
  answerText?(body: string | Uint8Array, deadline: Deadline): ServiceResponse | undefined;
  /** May throw: {@link LookupUnavailable} if no decision is possible, anything else for an internal error. */
  answer(
    review: Review<(typeof reviewKinds)[V]>,
    context: ReviewContext,
  ): ServiceResponse | Promise<ServiceResponse>;
}

/** What a handler may use besides the review. */
interface ReviewContext {
  /** The bytes of the request in UTF-8. */
  readonly requestBytes: number;
  readonly deadline: Deadline;
  /** Lookups in the caller's cluster; undefined if no cluster is connected. */
  readonly lookup: Lookup | undefined;
}

/** A response with fields for its line in the log. */
export interface ServiceResponse {
  readonly response: HttpResponse;
  readonly logFields: LogFields;
}

/** The fields of a response's log line, without status and verb. */
export type LogFields = Omit<LogLine, "status" | "verb">;

/** A response, and what its review is about. */
interface ResponseWithFacts extends ServiceResponse {
  readonly facts: ReviewFacts;
}

interface ServedVersions {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
}

/** Options of a service, for any verbs. */
export interface ReviewServiceOptions {
  readonly kinds: readonly ServedVersions[];
  /** Must not throw: an error of the log can't be reported anywhere. */
  readonly log: Log;
}

/** A service with the given verbs only, so that a cloud function need not contain the code of the others. */
export function reviewService(
  handlers: readonly VerbHandler[],
  { kinds, log }: ReviewServiceOptions,
): Service {
  const byVerb = new Map(handlers.map((handler) => [handler.verb, handler]));
  const names = new Set(kinds.map(({ kind }) => kind.toLowerCase()));
  const known = servedKinds(kinds);
  let cold = true;
  return {
    serves: ({ kind }) => kind === undefined || names.has(kind),
    answer: async (verb, body, deadline, caller = {}) => {
      const start = nowMs();
      const handler = byVerb.get(verb);
      if (handler === undefined) return notFound;
      const { lookup, sizeFault } = caller;
      let result: ResponseWithFacts;
      try {
        // Waits only if `answerText` has no result: waiting takes as long as converting a small object.
        result =
          answerText(handler, body, deadline) ??
          (await answerBody(handler, known, body, { deadline, lookup }));
        const fault = sizeFault && (await sizeFault(result.response));
        if (fault !== undefined)
          result = withResponse(result, refusedReviewResponse(verb, jsonIn(body), fault));
        if (result.response.status === 503) {
          result = { ...result, response: await retryResponse(verb, result.response, deadline) };
        }
      } catch (thrown) {
        result = serverErrorOf(thrown);
      }
      const { response, logFields, facts } = result;
      const line: MutableLine<LogLine> = { ...facts, ...logFields, verb, status: response.status };
      noteCaller(line, caller);
      noteFailureClass(line);
      line.bytes = Buffer.byteLength(body);
      line.ms = Math.round((nowMs() - start) * 1000) / 1000;
      line.cold = cold;
      log(line);
      cold = false;
      return response;
    },
    refuse: (verb, body, message) => {
      const { response, logFields } = refusedReviewResponse(verb, body, message);
      log({ ...logFields, verb, status: response.status });
      return response;
    },
  };
}

/** The JSON value of a body; null if it is not JSON. */
function jsonIn(body: string | Uint8Array): JsonValue {
  const parsed = typeof body === "string" ? parse(body) : parseBytes(body);
  return parsed.ok ? parsed.value : null;
}

/**
 * Replaces the response of `first`. The log line keeps the fields of `first` that the new response does not set.
 */
function withResponse(
  first: ResponseWithFacts,
  { response, logFields }: ServiceResponse,
): ResponseWithFacts {
  return { response, logFields: { ...first.logFields, ...logFields }, facts: first.facts };
}

function refusedReviewResponse(verb: Verb, body: JsonValue, message: string): ServiceResponse {
  const review = readReview(body, reviewKinds[verb]);
  return envelopeFaultResponse(review.ok ? { head: review.value.head, message } : review.error);
}

function servedKinds(kinds: readonly ServedVersions[]): ServedKinds {
  return {
    has: (group, kind, version) =>
      kinds.some(
        (each) => each.kind === kind && each.group === group && each.versions.includes(version),
      ),
  };
}

function noteCaller(line: MutableLine<LogLine>, { cluster, key, requestId }: Caller): void {
  if (cluster !== undefined) line.cluster = cluster;
  if (key !== undefined) line.key = key;
  if (requestId !== undefined) line.requestId = requestId;
}

/**
 * Sets the class in which kube-apiserver counts a failed conversion: a failed call if the HTTP status is not 200; otherwise
 * the class that the line already has, or a malformed response if it has none.
 */
function noteFailureClass(line: MutableLine<LogLine>): void {
  if (line.verb !== "convert" || line.outcome === "converted") return;
  if (line.status !== 200) line.failureClass = "conversion_webhook_call_failure";
  else line.failureClass ??= "conversion_webhook_malformed_response_failure";
}

async function answerBody<V extends Verb>(
  handler: VerbHandler<V>,
  known: ServedKinds,
  body: string | Uint8Array,
  context: Omit<ReviewContext, "requestBytes">,
): Promise<ResponseWithFacts> {
  const text = typeof body === "string" ? ok(body) : decodeUtf8(body);
  if (!text.ok) return { ...notJsonResponse(text.error), facts: {} };
  const parsed = parseDecoded(text.value, typeof body === "string" ? undefined : body);
  if (!parsed.ok) return { ...notJsonResponse(parsed.error), facts: {} };
  const review = readReview(parsed.value, reviewKinds[handler.verb]);
  if (!review.ok) return { ...envelopeFaultResponse(review.error), facts: {} };
  let facts: ReviewFacts = {};
  try {
    facts = reviewFacts(review.value, known);
    const requestBytes = Buffer.byteLength(body);
    return { ...(await handler.answer(review.value, { ...context, requestBytes })), facts };
  } catch (thrown) {
    return { ...responseToException(review.value, thrown), facts };
  }
}

/**
 * Tries to respond without parsing the whole body. Errors are ignored: parsing the whole body produces them again, and
 * then they are reported.
 */
function answerText(
  handler: VerbHandler,
  body: string | Uint8Array,
  deadline: Deadline,
): ResponseWithFacts | undefined {
  try {
    const result = handler.answerText?.(body, deadline);
    return result && { ...result, facts: {} };
  } catch {
    return undefined;
  }
}

function notJsonResponse({ message: fault, offset }: JsonError): ServiceResponse {
  const message = `the body cannot be parsed: ${fault} after ${offset} characters`;
  return { response: errorResponse(400, message), logFields: { outcome: "refused", message } };
}

/**
 * The response to a body that is not a valid review: a failed or denied review if the request has a uid, else HTTP 400.
 */
function envelopeFaultResponse({ head, message }: ReviewFault): ServiceResponse {
  if (head === undefined) {
    return { response: errorResponse(400, message), logFields: { outcome: "refused", message } };
  }
  return failureResponse(head, { message, code: 400, reason: "BadRequest" });
}

/** The response after an exception: HTTP 503 without a decision if a lookup failed, otherwise an internal error. */
function responseToException({ head }: Review, thrown: unknown): ServiceResponse {
  if (thrown instanceof LookupUnavailable) {
    const message = `a lookup in the cluster failed: ${thrown.message}; the request can be retried`;
    const { message: reason } = thrown;
    return {
      response: unavailable(message),
      logFields: { uid: head.uid, outcome: "unavailable", message, reason, thrown },
    };
  }
  const message = `the webhook failed; see its log under review ${head.uid}`;
  const { response, logFields } = failureResponse(head, {
    message,
    code: 500,
    reason: "InternalError",
  });
  return { response, logFields: { ...logFields, thrown } };
}

/** The response after an exception outside the handler, when no review can be the response: HTTP 500. */
function serverErrorOf(thrown: unknown): ResponseWithFacts {
  const message = "the webhook failed; see its log";
  const logFields = { outcome: "failed", message, thrown } as const;
  return { response: errorResponse(500, message), logFields, facts: {} };
}

function failureResponse(
  head: ReviewHead<ReviewKind, string>,
  status: { readonly message: string; readonly code: number; readonly reason: string },
): ServiceResponse {
  const conversion = head.kind === "ConversionReview";
  const reply = conversion ? failed(head, status.message) : denied(head, status);
  const { message } = status;
  return {
    response: reviewResponse(stringify(reply)),
    logFields: { uid: head.uid, outcome: conversion ? "failed" : "denied", message },
  };
}
