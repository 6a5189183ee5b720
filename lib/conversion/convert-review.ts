import { err, ok, type Result } from "../json/result.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import {
  type ConversionReply,
  type ConversionRequest,
  converted,
  failed,
  type ReviewObject,
  readConversionRequest,
} from "../protocol/conversion-review.ts";
import { conversionGate, type FailureClass } from "../protocol/gate/conversion.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import { quoted, type Review, type ReviewHead } from "../protocol/review.ts";
import type { Allowance } from "./allowance.ts";
import { convertObject } from "./convert-object.ts";
import type { ConversionFault, ConversionRemarks } from "./converter.ts";
import { maxGrowthBytes } from "./growth.ts";
import { isHookFault } from "./lens/hook-fault.ts";
import type { ConversionRegistry } from "./registry.ts";
import { type Heard, summaryOf } from "./remarks.ts";

/** The reply to a review as JSON text, with what the log wants to know. */
export interface ConversionAnswer {
  readonly text: string;
  /** The message of a failure; absent where all objects were converted. */
  readonly failure?: string;
  /** What the gate kept from the server; absent where no answer was made. */
  readonly failureClass?: FailureClass;
  /** What a converter threw: for the log, never for the caller. */
  readonly thrown?: unknown;
  readonly objects: number;
  /** What there is to say of objects that could be converted; absent where there is nothing. */
  readonly remarks?: ConversionRemarks;
}

/** What a review may use besides itself; sizes and times are passed in, so that the room stays pure. */
export interface ConversionLimits {
  /** Characters of the review's text: the answer may have {@link maxGrowthBytes} more. */
  readonly requestSize: number;
  readonly allowance: Allowance;
}

/**
 * Answers a ConversionReview: every object, in order, or a failure that names the one which could not be converted.
 * The reply has passed the server's own rules. Never throws: what a converter throws becomes a failure of its object.
 */
export function convertReview(
  registry: ConversionRegistry,
  { head, request: raw }: Review,
  limits: ConversionLimits,
): ConversionAnswer {
  const request = readConversionRequest(raw);
  if (!request.ok) return failure(head, { message: request.error }, 0);
  const count = request.value.objects.length;
  const heard: Heard[] = [];
  const objects = convertAll(registry, request.value, limits, (index, remarks) => {
    heard.push({ index, remarks });
  });
  if (!objects.ok) return failure(head, objects.error, count);
  const reply = converted(head, objects.value);
  const fault = conversionGate(head, request.value, reply);
  if (fault !== undefined) {
    const { failureClass } = fault;
    const refused = failure(head, { message: `conversion ${fault.message}` }, count);
    return { ...refused, failureClass };
  }
  const text = write(reply, limits.requestSize);
  if (text !== undefined) return { text, objects: count, ...summaryOf(heard) };
  return failure(head, faultOfWriting(request.value.objects, objects.value), count);
}

function failure(
  head: ReviewHead,
  { message, thrown }: ReviewFailure,
  objects: number,
): ConversionAnswer {
  return { text: stringify(failed(head, message)), failure: message, thrown, objects };
}

/** The reply's text; undefined where a converter gave what is no JSON, or far more than it got. */
function write(reply: ConversionReply, requestSize: number): string | undefined {
  try {
    const text = stringify(reply);
    return text.length <= requestSize + maxGrowthBytes ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the object that {@link write} could not write, or the one that grew most. */
function faultOfWriting(
  originals: readonly ReviewObject[],
  objects: readonly JsonObject[],
): ReviewFailure {
  let most = { growth: Number.NEGATIVE_INFINITY, message: "" };
  for (const [index, object] of objects.entries()) {
    const original = originals[index] ?? {};
    const named = nameOf(index, original);
    try {
      const growth = stringify(object).length - stringify(original).length;
      if (growth > most.growth) most = { growth, message: `${named}: ${growthText(object)}` };
    } catch (thrown) {
      return { message: `${named}: ${crashText}`, thrown };
    }
  }
  return { message: most.message };
}

/** The growth fault, at the member that holds most. */
function growthText(object: JsonObject): string {
  const sizes = Object.entries(object).map(([key, value]) => ({
    key,
    size: stringify(value).length,
  }));
  const largest = sizes.reduce((a, b) => (b.size > a.size ? b : a));
  return `${largest.key}: the answer grows more than ${maxGrowthBytes} bytes beyond its request`;
}

interface ReviewFailure {
  readonly message: string;
  readonly thrown?: unknown;
}

function convertAll(
  registry: ConversionRegistry,
  request: ConversionRequest,
  { allowance }: ConversionLimits,
  note: (index: number, remarks: ConversionRemarks) => void,
): Result<readonly JsonObject[], ReviewFailure> {
  const desired = parseApiVersion(request.desiredAPIVersion);
  if (desired === undefined || desired.group === "") {
    const given = quoted(request.desiredAPIVersion);
    return err({ message: `request.desiredAPIVersion ${given} is no group/version` });
  }
  const results: JsonObject[] = [];
  for (const [index, object] of request.objects.entries()) {
    if (allowance.expired()) return err({ message: `${nameOf(index, object)}: ${deadlineText}` });
    try {
      const result = convertObject(registry, object, desired, allowance, (remarks) =>
        note(index, remarks),
      );
      if (!result.ok) {
        return err(failureOf(nameOf(index, object), object, result.error));
      }
      results.push(result.value);
    } catch (thrown) {
      return err({ message: `${nameOf(index, object)}: ${crashText}`, thrown });
    }
  }
  return ok(results);
}

/** A fault of the kind's own code names the kind, which is to be mended; the object is not. */
function failureOf(named: string, { kind }: ReviewObject, fault: ConversionFault): ReviewFailure {
  const { path, message } = fault;
  return isHookFault(fault)
    ? { message: `${named}: ${kind} ${path}: ${message}`, thrown: fault.thrown }
    : { message: `${named}: ${path}: ${message}` };
}

const deadlineText = "the deadline of the request has passed";
const crashText = "its converter failed; the log has the details under the review's uid";

/** How messages name an object: its index, and what is known of its namespace and name. */
function nameOf(index: number, object: JsonObject): string {
  const metadata = member(object, "metadata");
  const [namespace, name] = isObject(metadata)
    ? [member(metadata, "namespace"), member(metadata, "name")]
    : [];
  const text = [namespace, name].filter((part) => typeof part === "string").join("/");
  return text === "" ? `objects[${index}]` : `objects[${index}] ${text}`;
}
