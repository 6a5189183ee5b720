import { type ConversionFault, conversionFaultText } from "../converter/converter.ts";
import { isHookFault } from "../converter/hook-fault.ts";
import { counted } from "../json/counted.ts";
import type { JsonObject } from "../json/value.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import { namespacedName } from "../protocol/object-metadata.ts";

/** Why the objects of a review could not be converted. */
export interface ReviewFailure {
  readonly message: string;
  /** What a converter threw. It is only logged, never sent to the caller. */
  readonly thrown?: unknown;
}

/**
 * The most objects whose failures a message quotes. Each failure may show a path and a value, so more would not fit on a
 * screen.
 */
const maxNamedObjects = 10;

/**
 * Combines the failures of several objects (at least one) into the failure of the review. The message names several
 * objects, so that a user can correct all of them at once.
 */
export function failureOfAll(failures: readonly ReviewFailure[]): ReviewFailure {
  const named = failures.slice(0, maxNamedObjects).map(({ message }) => message);
  const others = failures.length - named.length;
  const rest = others === 0 ? [] : [`and ${counted(others, "more object")}`];
  const thrown = failures.find((failure) => failure.thrown !== undefined)?.thrown;
  return { message: [...named, ...rest].join("; "), thrown };
}

/**
 * The failure of an object that can't be converted. If the code of a hook is at fault, the message also names the kind,
 * because the kind's author must correct the hook; the user can't.
 */
export function objectFailure(
  named: string,
  { kind }: ReviewObject,
  fault: ConversionFault,
): ReviewFailure {
  const { path, message } = fault;
  if (isHookFault(fault)) {
    return { message: `${named}: ${kind} ${path}: ${message}`, thrown: fault.thrown };
  }
  return { message: `${named}: ${conversionFaultText(fault)}` };
}

/** The failure of an object whose converter threw. */
export function converterCrash(named: string, thrown: unknown): ReviewFailure {
  return {
    message: `${named}: its converter failed; see the log under the review's uid`,
    thrown,
  };
}

/** The name of an object in messages: its index, and its namespace and name if known. */
export function indexedObjectName(index: number, object: JsonObject): string {
  const text = namespacedName(object);
  return text === "" ? `objects[${index}]` : `objects[${index}] ${text}`;
}
