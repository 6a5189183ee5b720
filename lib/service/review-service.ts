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
import type { Log, LogLine, OpenLine } from "../request/log.ts";
import { retryResponse } from "../request/retry-after.ts";
import { type KnownKinds, type ReviewFacts, reviewFacts } from "../request/review-facts.ts";
import type { Route, Verb } from "../request/routes.ts";

/** Serves verbs for a set of kinds. Every host runs it, with the same result for the same bytes. */
export interface Service {
  /** True where a path's kind is one that is served. */
  readonly serves: (route: Route) => boolean;
  /** Answers the body of a POST to the path of a verb; HTTP 404 for a verb that is not served. Never throws. */
  answer(
    verb: Verb,
    body: string | Uint8Array,
    deadline: Deadline,
    caller?: Caller,
  ): Promise<HttpResponse>;
  /**
   * The response to a review that the host could not pass on unchanged: a failed review with the given message, or HTTP
   * 400 if it has no uid.
   */
  refuse(verb: Verb, body: JsonValue, message: string): HttpResponse;
}

/** Answers the reviews of one verb. */
export interface VerbHandler {
  readonly verb: Verb;
  /** Answers a body without parsing all of it; undefined if the review must be parsed. */
  answerText?(body: string | Uint8Array, deadline: Deadline): ServiceResponse | undefined;
  /** May throw: {@link LookupUnavailable} means that there is no decision, anything else is an internal error. */
  answer(review: Review, context: ReviewContext): ServiceResponse | Promise<ServiceResponse>;
}

/** What a verb may use besides the review. */
interface ReviewContext {
  /** Characters of the request. */
  readonly requestSize: number;
  readonly deadline: Deadline;
  /** Asks the caller's cluster; absent where none is connected. */
  readonly lookup: Lookup | undefined;
}

/** A response with the fields of its log line. */
export interface ServiceResponse {
  readonly response: HttpResponse;
  readonly logFields: LogFields;
}

/** The fields of a response's log line, without status and verb. */
export type LogFields = Omit<LogLine, "status" | "verb">;

/** A response with the facts of its review. */
interface ResponseWithFacts extends ServiceResponse {
  readonly facts: ReviewFacts;
}

interface ServedVersions {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
}

/** Options of every service, whatever its verbs. */
export interface ReviewServiceOptions {
  readonly kinds: readonly ServedVersions[];
  readonly log: Log;
}

/** A service of some verbs: a cloud function contains the code of its own verb only. */
export function reviewService(
  handlers: readonly VerbHandler[],
  { kinds, log }: ReviewServiceOptions,
): Service {
  const byVerb = new Map(handlers.map((handler) => [handler.verb, handler]));
  const names = new Set(kinds.map(({ kind }) => kind.toLowerCase()));
  const known = knownAmong(kinds);
  let cold = true;
  return {
    serves: ({ kind }) => kind === undefined || names.has(kind),
    answer: async (verb, body, deadline, caller = {}) => {
      const start = nowMs();
      const handler = byVerb.get(verb);
      if (handler === undefined) return notFound;
      const { lookup, sizeFault } = caller;
      // Without await where nothing is asynchronous: a microtask costs as much as converting a small object.
      const result =
        answerText(handler, body, deadline) ??
        (await answerBody(handler, known, body, { deadline, lookup }));
      const fault = sizeFault && (await sizeFault(result.response));
      const { response: first, logFields } =
        fault === undefined ? result : instead(result, refused(verb, jsonIn(body), fault));
      const response = first.status === 503 ? await retryResponse(verb, first, deadline) : first;
      const line: OpenLine<LogLine> = {
        ...result.facts,
        ...logFields,
        verb,
        status: response.status,
      };
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
      const { response, logFields } = refused(verb, body, message);
      log({ ...logFields, verb, status: response.status });
      return response;
    },
  };
}

/** The JSON of a body; null where it is not JSON. */
function jsonIn(body: string | Uint8Array): JsonValue {
  const parsed = typeof body === "string" ? parse(body) : parseBytes(body);
  return parsed.ok ? parsed.value : null;
}

/** Replaces a response by another; the log line keeps the fields of the first. */
function instead(
  first: ServiceResponse,
  { response, logFields }: ServiceResponse,
): ServiceResponse {
  return { response, logFields: { ...first.logFields, ...logFields } };
}

function refused(verb: Verb, body: JsonValue, message: string): ServiceResponse {
  const review = readReview(body, reviewKindOf(verb));
  return refuse(review.ok ? { head: review.value.head, message } : review.error);
}

function reviewKindOf(verb: Verb): ReviewKind {
  return verb === "convert" ? "ConversionReview" : "AdmissionReview";
}

function knownAmong(kinds: readonly ServedVersions[]): KnownKinds {
  return {
    has: (group, kind, version) =>
      kinds.some(
        (each) => each.kind === kind && each.group === group && each.versions.includes(version),
      ),
  };
}

function noteCaller(line: OpenLine<LogLine>, { cluster, key, requestId }: Caller): void {
  if (cluster !== undefined) line.cluster = cluster;
  if (key !== undefined) line.key = key;
  if (requestId !== undefined) line.requestId = requestId;
}

/** Sets the server's class of a failed conversion: by the HTTP status, or by a review with the status Failed. */
function noteFailureClass(line: OpenLine<LogLine>): void {
  if (line.verb !== "convert" || line.outcome === "converted") return;
  if (line.status !== 200) line.failureClass = "conversion_webhook_call_failure";
  else line.failureClass ??= "conversion_webhook_malformed_response_failure";
}

async function answerBody(
  handler: VerbHandler,
  known: KnownKinds,
  body: string | Uint8Array,
  context: Omit<ReviewContext, "requestSize">,
): Promise<ResponseWithFacts> {
  const text = typeof body === "string" ? ok(body) : decodeUtf8(body);
  if (!text.ok) return { ...noJson(text.error), facts: {} };
  const parsed = parseDecoded(text.value, typeof body === "string" ? undefined : body);
  if (!parsed.ok) return { ...noJson(parsed.error), facts: {} };
  const review = readReview(parsed.value, reviewKindOf(handler.verb));
  if (!review.ok) return { ...refuse(review.error), facts: {} };
  const facts = reviewFacts(review.value, known);
  try {
    const requestSize = text.value.length;
    return { ...(await handler.answer(review.value, { ...context, requestSize })), facts };
  } catch (thrown) {
    return { ...caught(review.value.head, thrown), facts };
  }
}

/**
 * Tries to answer a body without parsing all of it. Errors are ignored: they occur again, and are reported, when the
 * review is parsed.
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

function noJson({ message: fault, offset }: JsonError): ServiceResponse {
  const message = `the body cannot be parsed: ${fault} at ${offset}`;
  return { response: errorResponse(400, message), logFields: { outcome: "refused", message } };
}

/** The response to a body that is not a review of the path's kind: a failure if it has a uid, else HTTP 400. */
function refuse({ head, message }: ReviewFault): ServiceResponse {
  if (head === undefined) {
    return { response: errorResponse(400, message), logFields: { outcome: "refused", message } };
  }
  return failure(head, { message, code: 400, reason: "BadRequest" });
}

/** The response after an exception: no decision if a lookup failed, otherwise an internal error. */
function caught(head: ReviewHead, thrown: unknown): ServiceResponse {
  if (thrown instanceof LookupUnavailable) {
    const message = `a lookup in the cluster failed: ${thrown.message}; the request can be retried`;
    const { message: reason } = thrown;
    return {
      response: unavailable(message),
      logFields: { uid: head.uid, outcome: "unavailable", message, reason, thrown },
    };
  }
  const message = `the webhook failed; see its log under review ${head.uid}`;
  const { response, logFields } = failure(head, { message, code: 500, reason: "InternalError" });
  return { response, logFields: { ...logFields, thrown } };
}

function failure(
  head: ReviewHead,
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
