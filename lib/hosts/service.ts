import type { AdmissionRegistry } from "../admission/admission-registry.ts";
import { admissionRegistry } from "../admission/admission-registry.ts";
import { type AdmissionAnswer, admitReview } from "../admission/admit-review.ts";
import type { Kind } from "../admission/kind.ts";
import { mutate } from "../admission/mutate.ts";
import { validate } from "../admission/validate.ts";
import { type Lookup, LookupUnavailable } from "../cluster/lookup.ts";
import { convertReview } from "../conversion/convert-review.ts";
import type { ConversionRemarks } from "../conversion/converter.ts";
import { type ConversionRegistry, conversionRegistry } from "../conversion/registry.ts";
import type { JsonError } from "../json/error.ts";
import { decodeUtf8, parse } from "../json/parse.ts";
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
import type { Deadline } from "./deadline.ts";
import { errorAnswer, type HttpAnswer, reviewAnswer, unavailable } from "./http-answer.ts";
import type { Log, LogLine } from "./log.ts";
import { type KnownKinds, reviewFacts } from "./review-facts.ts";
import type { Route, Verb } from "./routes.ts";
import { unknownFieldsDropper } from "./unknown-fields.ts";

/** The three functions over one set of kinds: the same bytes on every host. */
export interface Service {
  /** True where a path's kind is one that is served. */
  readonly serves: (route: Route) => boolean;
  /** Answers the body of a POST to a verb's path. Never throws. */
  answer(
    verb: Verb,
    body: string | Uint8Array,
    deadline: Deadline,
    caller?: Caller,
  ): Promise<HttpAnswer>;
  /** Answers a review that its host could not carry whole: a failure in its own version, HTTP 400 without a uid. */
  refuse(verb: Verb, body: JsonValue, message: string): HttpAnswer;
}

/** Who asks, as far as the host could tell. */
export interface Caller {
  /** The cluster's name, as its url has it. */
  readonly cluster?: string;
  /** Which of its keys proved that. */
  readonly key?: "current" | "previous";
  /** Asks that cluster; left out where none is connected. */
  readonly lookup?: Lookup;
  /** The host's name for the request. */
  readonly requestId?: string;
}

export interface ServiceOptions {
  readonly kinds: readonly Kind[];
  /** Answers the questions of validation rules where no cluster is connected. */
  readonly lookup: Lookup;
  readonly log: Log;
}

/** Builds the service. Throws IncompleteRegistry where a kind cannot be served in all its versions. */
export function createService({ kinds, lookup, log }: ServiceOptions): Service {
  const conversions = conversionRegistry(kinds);
  const admissions = admissionRegistry(kinds.map(unknownFieldsDropper), conversions);
  const names = new Set(kinds.map(({ kind }) => kind.toLowerCase()));
  const known: KnownKinds = {
    has: (group, kind, version) => conversions.graph(group, kind)?.has(version) === true,
  };
  const rooms: Rooms = { conversions, admissions, known, lookup };
  let cold = true;
  return {
    serves: ({ kind }) => kind === undefined || names.has(kind),
    answer: async (verb, body, deadline, caller = {}) => {
      const start = performance.now();
      const asking = { ...rooms, lookup: caller.lookup ?? lookup };
      const { answer, ...line } = await answerBody(asking, verb, body, deadline);
      const ms = Math.round((performance.now() - start) * 1000) / 1000;
      const { cluster, key, requestId } = caller;
      log({
        ...line,
        ...(cluster !== undefined && { cluster }),
        ...(key !== undefined && { key }),
        ...(requestId !== undefined && { requestId }),
        verb,
        status: answer.status,
        ...failureClassOf(verb, answer, line),
        bytes: Buffer.byteLength(body),
        ms,
        cold,
      });
      cold = false;
      return answer;
    },
    refuse: (verb, body, message) => {
      const review = readReview(body, reviewKindOf(verb));
      const fault = review.ok ? { head: review.value.head, message } : review.error;
      const { answer, ...line } = refuse(fault);
      log({ ...line, verb, status: answer.status });
      return answer;
    },
  };
}

function reviewKindOf(verb: Verb): ReviewKind {
  return verb === "convert" ? "ConversionReview" : "AdmissionReview";
}

interface Rooms {
  readonly conversions: ConversionRegistry;
  readonly admissions: AdmissionRegistry;
  readonly known: KnownKinds;
  readonly lookup: Lookup;
}

/** What the server counts a conversion as that it gets no objects from: an HTTP status, or a review that says Failed. */
function failureClassOf(
  verb: Verb,
  { status }: HttpAnswer,
  { failureClass, verdict }: Omit<LogLine, "status">,
): Pick<LogLine, "failureClass"> {
  if (verb !== "convert" || verdict === "converted") return {};
  if (status !== 200) return { failureClass: "conversion_webhook_call_failure" };
  return { failureClass: failureClass ?? "conversion_webhook_malformed_response_failure" };
}

/** An answer with what its log line says. */
type Logged = Omit<LogLine, "status" | "verb"> & { readonly answer: HttpAnswer };

async function answerBody(
  rooms: Rooms,
  verb: Verb,
  body: string | Uint8Array,
  deadline: Deadline,
): Promise<Logged> {
  const text = typeof body === "string" ? ok(body) : decodeUtf8(body);
  if (!text.ok) return noJson(text.error);
  const parsed = parse(text.value);
  if (!parsed.ok) return noJson(parsed.error);
  const review = readReview(parsed.value, reviewKindOf(verb));
  if (!review.ok) return refuse(review.error);
  const facts = reviewFacts(review.value, rooms.known);
  try {
    const logged =
      verb === "convert"
        ? convert(rooms, review.value, text.value.length, deadline)
        : await admit(rooms, verb, review.value, text.value.length, deadline);
    return { ...facts, ...logged };
  } catch (thrown) {
    return { ...facts, ...caught(review.value.head, thrown) };
  }
}

function noJson({ message: fault, offset }: JsonError): Logged {
  const message = `the body cannot be read: ${fault} at ${offset}`;
  return { verdict: "refused", message, answer: errorAnswer(400, message) };
}

/** What is no review of the path's kind: a failure in the review's own version where it has a uid, else HTTP 400. */
function refuse({ head, message }: ReviewFault): Logged {
  if (head === undefined) {
    return { verdict: "refused", message, answer: errorAnswer(400, message) };
  }
  return failure(head, { message, code: 400, reason: "BadRequest" });
}

function convert(
  { conversions }: Rooms,
  review: Review,
  requestSize: number,
  { expired }: Deadline,
): Logged {
  const {
    text,
    failure: message,
    failureClass,
    thrown,
    objects,
    remarks,
  } = convertReview(conversions, review, {
    requestSize,
    expired,
  });
  return {
    uid: review.head.uid,
    verdict: message === undefined ? "converted" : "failed",
    ...(message !== undefined && { message }),
    ...(failureClass !== undefined && { failureClass }),
    ...(thrown !== undefined && { thrown }),
    objects,
    ...(remarks !== undefined && remarksOf(remarks)),
    answer: reviewAnswer(text),
  };
}

function remarksOf({ unread, stale, foreign }: ConversionRemarks): Partial<LogLine> {
  return {
    ...(unread.length > 0 && { unread }),
    ...(stale + foreign > 0 && { stash: { stale, foreign } }),
  };
}

async function admit(
  { admissions, lookup }: Rooms,
  verb: "mutate" | "validate",
  review: Review,
  requestSize: number,
  { signals }: Deadline,
): Promise<Logged> {
  const room =
    verb === "mutate" ? { run: mutate, mutating: true } : { run: validate, mutating: false };
  const answer: AdmissionAnswer = await admitReview(admissions, review, room, {
    ...signals(),
    requestSize,
    lookup,
  });
  return {
    uid: review.head.uid,
    verdict: answer.verdict,
    ...(answer.failure !== undefined && { message: answer.failure }),
    ...(answer.thrown !== undefined && { thrown: answer.thrown }),
    answer: reviewAnswer(answer.text),
  };
}

/** The one catch: a look-up that could not be made is no verdict, all else is a fault of our own. */
function caught(head: ReviewHead, thrown: unknown): Logged {
  if (thrown instanceof LookupUnavailable) {
    const message = `the webhook could not ask the cluster: ${thrown.message}; the request can be tried again`;
    return {
      uid: head.uid,
      verdict: "unavailable",
      message,
      reason: thrown.message,
      thrown,
      answer: unavailable(message),
    };
  }
  const message = `the webhook failed; its log has the details under review ${head.uid}`;
  const logged = failure(head, { message, code: 500, reason: "InternalError" });
  return { ...logged, thrown };
}

function failure(
  head: ReviewHead,
  status: { readonly message: string; readonly code: number; readonly reason: string },
): Logged {
  const conversion = head.kind === "ConversionReview";
  const reply = conversion ? failed(head, status.message) : denied(head, status);
  return {
    uid: head.uid,
    verdict: conversion ? "failed" : "denied",
    message: status.message,
    answer: reviewAnswer(stringify(reply)),
  };
}
