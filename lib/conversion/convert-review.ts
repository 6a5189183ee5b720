import type { Allowance } from "../converter/allowance.ts";
import { type ConversionRemarks, deadlineFault } from "../converter/converter.ts";
import { maxResponseGrowthBytes } from "../converter/growth.ts";
import { err, ok, type Result } from "../json/result.ts";
import { byteLength } from "../json/size.ts";
import type { JsonObject } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import {
  type ConversionRequest,
  converted,
  failed,
  type ReviewObject,
  readConversionRequest,
} from "../protocol/conversion-review.ts";
import { conversionGate, type FailureClass } from "../protocol/gate/conversion.ts";
import { type GroupVersion, parseApiVersion } from "../protocol/gvk.ts";
import { quotedRequestText, type Review, type ReviewHead } from "../protocol/review.ts";
import { convertObject } from "./convert-object.ts";
import type { ConversionRegistry } from "./registry.ts";
import { type ObjectRemarks, summaryOf } from "./remarks.ts";
import { responseFrame } from "./response-frame.ts";
import {
  converterCrash,
  failureOfAll,
  indexedObjectName,
  objectFailure,
  type ReviewFailure,
} from "./review-failure.ts";
import { writeObject } from "./write-object.ts";

/** The response to a review as JSON text, and what is logged about it. */
export interface ConversionResult {
  readonly text: string;
  /** The message of a failure; absent if all objects were converted. */
  readonly failure?: string;
  /** If the response gate refused the response: the class in which the server would count that failure. Otherwise absent. */
  readonly failureClass?: FailureClass;
  /** What a converter threw. It is only logged, never sent to the caller. */
  readonly thrown?: unknown;
  readonly objects: number;
  /** Remarks about the converted objects; absent if there are none. */
  readonly remarks?: ConversionRemarks;
}

/** What a conversion may use besides the review. Sizes and the clock are passed in, so that the module stays pure. */
interface ConversionLimits {
  /** The bytes of the request in UTF-8. The response may have {@link maxResponseGrowthBytes} more. */
  readonly requestBytes: number;
  readonly allowance: Allowance;
}

/**
 * Responds to a ConversionReview: with all objects in order, or with a failure that names the objects that can't be
 * converted. Applies the response gate to the response. Never throws: an exception of a converter becomes a failure.
 */
export function convertReview(
  registry: ConversionRegistry,
  { head, request: raw }: Review<"ConversionReview">,
  limits: ConversionLimits,
): ConversionResult {
  const request = readConversionRequest(raw);
  if (!request.ok) return failureResult(head, { message: request.error }, 0);
  const count = request.value.objects.length;
  const allRemarks: ObjectRemarks[] = [];
  const results = convertAll(registry, request.value, limits, (index, remarks) => {
    allRemarks.push({ index, remarks });
  });
  if (!results.ok) return failureResult(head, results.error, count);
  const { objects, texts } = results.value;
  const fault = conversionGate(head, request.value, converted(head, objects));
  if (fault !== undefined) {
    const { failureClass } = fault;
    const refused = failureResult(head, { message: `conversion ${fault.message}` }, count);
    return { ...refused, failureClass };
  }
  return { text: responseText(head, texts), objects: count, ...summaryOf(allRemarks) };
}

/** Writes a response as JSON text, given the texts of its objects. */
function responseText(head: ReviewHead<"ConversionReview">, texts: readonly string[]): string {
  const { beforeUid, beforeObjects, end } = responseFrame(head);
  return `${beforeUid}${stringify(head.uid)}${beforeObjects}${texts.join(",")}${end}`;
}

function failureResult(
  head: ReviewHead<"ConversionReview">,
  { message, thrown }: ReviewFailure,
  objects: number,
): ConversionResult {
  return { text: stringify(failed(head, message)), failure: message, thrown, objects };
}

/** The converted objects of a response, and the JSON text of each. */
interface ResponseObjects {
  readonly objects: JsonObject[];
  readonly texts: string[];
}

function convertAll(
  registry: ConversionRegistry,
  request: ConversionRequest,
  { allowance, requestBytes }: ConversionLimits,
  note: (index: number, remarks: ConversionRemarks) => void,
): Result<ResponseObjects, ReviewFailure> {
  const desired = parseApiVersion(request.desiredAPIVersion);
  if (desired === undefined || desired.group === "") {
    const given = quotedRequestText(request.desiredAPIVersion);
    return err({ message: `request.desiredAPIVersion ${given} is not a group/version` });
  }
  const results: ResponseObjects = { objects: [], texts: [] };
  const failures: ReviewFailure[] = [];
  let left = requestBytes + maxResponseGrowthBytes;
  for (const [index, object] of request.objects.entries()) {
    const named = indexedObjectName(index, object);
    if (allowance.expired()) {
      if (failures.length === 0) failures.push({ message: `${named}: ${deadlineFault.message}` });
      break;
    }
    const result = convertOne(registry, { named, object, desired }, allowance, (remarks) =>
      note(index, remarks),
    );
    if (!result.ok) failures.push(result.error);
    if (failures.length > 0 || !result.ok) continue;
    left -= byteLength(result.value.text) + 1;
    if (left < 0) return err({ message: tooLargeText });
    results.objects.push(result.value.object);
    results.texts.push(result.value.text);
  }
  return failures.length === 0 ? ok(results) : err(failureOfAll(failures));
}

/** Converts one object and writes it as JSON. Never throws. */
function convertOne(
  registry: ConversionRegistry,
  { named, object, desired }: NamedObject,
  allowance: Allowance,
  note: (remarks: ConversionRemarks) => void,
): Result<SerializedObject, ReviewFailure> {
  try {
    const result = convertObject(registry, object, desired, allowance, note);
    if (!result.ok) return err(objectFailure(named, object, result.error));
    const text = writeObject(result.value, object);
    return text.ok
      ? ok({ object: result.value, text: text.value })
      : err(objectFailure(named, object, text.error));
  } catch (thrown) {
    return err(converterCrash(named, thrown));
  }
}

/** An object of a review, its name for messages, and the version to convert it to. */
interface NamedObject {
  readonly named: string;
  readonly object: ReviewObject;
  readonly desired: GroupVersion;
}

/** A converted object and its JSON text. */
interface SerializedObject {
  readonly object: JsonObject;
  readonly text: string;
}

const tooLargeText = `the response would be more than ${maxResponseGrowthBytes >> 20} MiB larger than its review: request fewer objects at once (kubectl --chunk-size, limit=)`;
