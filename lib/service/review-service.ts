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
import { askAgain } from "../request/ask-again.ts";
import { nowMs } from "../request/clock.ts";
import type { Deadline } from "../request/deadline.ts";
import {
  errorAnswer,
  type HttpAnswer,
  notFound,
  reviewAnswer,
  unavailable,
} from "../request/http-answer.ts";
import type { Log, LogLine, OpenLine } from "../request/log.ts";
import { type KnownKinds, type ReviewFacts, reviewFacts } from "../request/review-facts.ts";
import type { Route, Verb } from "../request/routes.ts";

/** Verbs over one set of kinds: the same bytes on every host. */
export interface Service {
  /** True where a path's kind is one that is served. */
  readonly serves: (route: Route) => boolean;
  /** Answers the body of a POST to a verb's path; a verb that is not served is not found. Never throws. */
  answer(
    verb: Verb,
    body: string | Uint8Array,
    deadline: Deadline,
    caller?: Caller,
  ): Promise<HttpAnswer>;
  /** Answers a review that its host could not carry whole: a failure in its own version, HTTP 400 without a uid. */
  refuse(verb: Verb, body: JsonValue, message: string): HttpAnswer;
}

/** What one verb makes of reviews. */
export interface VerbRoom {
  readonly verb: Verb;
  /**
   * Answers from a body as it came where it can; undefined where the review has to be parsed, to be answered or refused.
   */
  answerText?(body: string | Uint8Array, deadline: Deadline): AnsweredText | undefined;
  /** May throw: {@link LookupUnavailable} is no verdict, all else a fault of our own. */
  answer(review: Review, asking: Asking): Answered | Promise<Answered>;
}

/** What a verb may use beside the review. */
export interface Asking {
  /** Characters of the request. */
  readonly requestSize: number;
  readonly deadline: Deadline;
  /** Asks the caller's cluster; absent where none is connected. */
  readonly lookup: Lookup | undefined;
}

/** An answer with what its log line says of it. */
export interface Answered {
  readonly answer: HttpAnswer;
  readonly told: Told;
}

/** What the log line of an answer says beside its status. */
export type Told = Omit<LogLine, "status" | "verb">;

/** What was made of a body: `facts` are those of its review. */
interface Made extends Answered {
  readonly facts: ReviewFacts;
}

/** An answer to a body that was not parsed, with what its log line needs of the review. */
export interface AnsweredText extends Answered {
  readonly review: Review;
  /** Stands for the types of the review's objects and what they become, where that is one: the same for all such reviews. */
  readonly type: object | undefined;
}

interface ServedKind {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
}

/** What every service is told, whatever its verbs. */
export interface ReviewServiceOptions {
  readonly kinds: readonly ServedKind[];
  readonly log: Log;
}

/** Makes a service of verbs: a function of the cloud carries the code of its own verb alone. */
export function reviewService(
  rooms: readonly VerbRoom[],
  { kinds, log }: ReviewServiceOptions,
): Service {
  const byVerb = new Map(rooms.map((room) => [room.verb, room]));
  const names = new Set(kinds.map(({ kind }) => kind.toLowerCase()));
  const known = knownAmong(kinds);
  let cold = true;
  return {
    serves: ({ kind }) => kind === undefined || names.has(kind),
    answer: async (verb, body, deadline, caller = {}) => {
      const start = nowMs();
      const room = byVerb.get(verb);
      if (room === undefined) return notFound;
      const { lookup, uncarried } = caller;
      // What needs no waiting does not wait: a turn of the queue of promises costs as much as a small object.
      const made =
        answerText(room, known, body, deadline) ??
        (await answerBody(room, known, body, { deadline, lookup }));
      const fault = uncarried && (await uncarried(made.answer));
      const { answer: first, told } =
        fault === undefined ? made : instead(made, refused(verb, jsonIn(body), fault));
      const answer = first.status === 503 ? await askAgain(verb, first, deadline) : first;
      const line: OpenLine<LogLine> = { ...made.facts, ...told, verb, status: answer.status };
      noteCaller(line, caller);
      noteFailureClass(line);
      line.bytes = Buffer.byteLength(body);
      line.ms = Math.round((nowMs() - start) * 1000) / 1000;
      line.cold = cold;
      log(line);
      cold = false;
      return answer;
    },
    refuse: (verb, body, message) => {
      const { answer, told } = refused(verb, body, message);
      log({ ...told, verb, status: answer.status });
      return answer;
    },
  };
}

/** What a body says; null where it is no JSON. */
function jsonIn(body: string | Uint8Array): JsonValue {
  const parsed = typeof body === "string" ? parse(body) : parseBytes(body);
  return parsed.ok ? parsed.value : null;
}

/** Another answer, of which is told what was told of the first too. */
function instead(first: Answered, { answer, told }: Answered): Answered {
  return { answer, told: { ...first.told, ...told } };
}

function refused(verb: Verb, body: JsonValue, message: string): Answered {
  const review = readReview(body, reviewKindOf(verb));
  return refuse(review.ok ? { head: review.value.head, message } : review.error);
}

function reviewKindOf(verb: Verb): ReviewKind {
  return verb === "convert" ? "ConversionReview" : "AdmissionReview";
}

function knownAmong(kinds: readonly ServedKind[]): KnownKinds {
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

/** What the server counts a conversion as that it gets no objects from: an HTTP status, or a review that says Failed. */
function noteFailureClass(line: OpenLine<LogLine>): void {
  if (line.verb !== "convert" || line.verdict === "converted") return;
  if (line.status !== 200) line.failureClass = "conversion_webhook_call_failure";
  else line.failureClass ??= "conversion_webhook_malformed_response_failure";
}

async function answerBody(
  room: VerbRoom,
  known: KnownKinds,
  body: string | Uint8Array,
  asking: Omit<Asking, "requestSize">,
): Promise<Made> {
  const text = typeof body === "string" ? ok(body) : decodeUtf8(body);
  if (!text.ok) return { ...noJson(text.error), facts: {} };
  const parsed = parseDecoded(text.value, typeof body === "string" ? undefined : body);
  if (!parsed.ok) return { ...noJson(parsed.error), facts: {} };
  const review = readReview(parsed.value, reviewKindOf(room.verb));
  if (!review.ok) return { ...refuse(review.error), facts: {} };
  const facts = reviewFacts(review.value, known);
  try {
    const requestSize = text.value.length;
    return { ...(await room.answer(review.value, { ...asking, requestSize })), facts };
  } catch (thrown) {
    return { ...caught(review.value.head, thrown), facts };
  }
}

/** A type belongs to one service's kinds. */
const factsByType = new WeakMap<object, ReviewFacts>();

/** The facts of a review that was not parsed: those of one type's reviews are found once. */
function factsOfText({ review, type }: AnsweredText, known: KnownKinds): ReviewFacts {
  if (type === undefined) return reviewFacts(review, known);
  const before = factsByType.get(type);
  if (before !== undefined) return before;
  const facts = reviewFacts(review, known);
  factsByType.set(type, facts);
  return facts;
}

/** Whatever goes wrong here goes wrong again where the review is parsed, and is told there. */
function answerText(
  room: VerbRoom,
  known: KnownKinds,
  body: string | Uint8Array,
  deadline: Deadline,
): Made | undefined {
  try {
    const made = room.answerText?.(body, deadline);
    if (made === undefined) return undefined;
    return { answer: made.answer, told: made.told, facts: factsOfText(made, known) };
  } catch {
    return undefined;
  }
}

function noJson({ message: fault, offset }: JsonError): Answered {
  const message = `the body cannot be read: ${fault} at ${offset}`;
  return { answer: errorAnswer(400, message), told: { verdict: "refused", message } };
}

/** What is no review of the path's kind: a failure in the review's own version where it has a uid, else HTTP 400. */
function refuse({ head, message }: ReviewFault): Answered {
  if (head === undefined) {
    return { answer: errorAnswer(400, message), told: { verdict: "refused", message } };
  }
  return failure(head, { message, code: 400, reason: "BadRequest" });
}

/** The one catch: a look-up that could not be made is no verdict, all else is a fault of our own. */
function caught(head: ReviewHead, thrown: unknown): Answered {
  if (thrown instanceof LookupUnavailable) {
    const message = `the webhook could not ask the cluster: ${thrown.message}; the request can be tried again`;
    const { message: reason } = thrown;
    return {
      answer: unavailable(message),
      told: { uid: head.uid, verdict: "unavailable", message, reason, thrown },
    };
  }
  const message = `the webhook failed; its log has the details under review ${head.uid}`;
  const { answer, told } = failure(head, { message, code: 500, reason: "InternalError" });
  return { answer, told: { ...told, thrown } };
}

function failure(
  head: ReviewHead,
  status: { readonly message: string; readonly code: number; readonly reason: string },
): Answered {
  const conversion = head.kind === "ConversionReview";
  const reply = conversion ? failed(head, status.message) : denied(head, status);
  const { message } = status;
  return {
    answer: reviewAnswer(stringify(reply)),
    told: { uid: head.uid, verdict: conversion ? "failed" : "denied", message },
  };
}
