import { type ConversionFault, conversionFaultText } from "../converter/converter.ts";
import { isHookFault } from "../converter/hook-fault.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";

/** Why the objects of a review could not be converted. */
export interface ReviewFailure {
  readonly message: string;
  /** What a converter threw: for the log, never for the caller. */
  readonly thrown?: unknown;
}

/** How many objects a message names: more would not fit on a screen, and each can be as long as a path and a value. */
const maxNamedObjects = 10;

/**
 * Combines the failures of a review's objects, at least one, into that of the review. The message names several
 * objects, because a user who corrects them needs to know all.
 */
export function failureOfAll(failures: readonly ReviewFailure[]): ReviewFailure {
  const named = failures.slice(0, maxNamedObjects).map(({ message }) => message);
  const others = failures.length - named.length;
  const rest = others === 0 ? [] : [`and ${others} more ${others === 1 ? "object" : "objects"}`];
  const thrown = failures.find((failure) => failure.thrown !== undefined)?.thrown;
  return { message: [...named, ...rest].join("; "), thrown };
}

/**
 * The failure of an object that could not be converted. If the author's code is at fault, the message names the kind:
 * the author must correct it, not the user.
 */
export function failureOf(
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
export function crashOf(named: string, thrown: unknown): ReviewFailure {
  return {
    message: `${named}: its converter failed; see the log under the review's uid`,
    thrown,
  };
}

/** How messages name an object: by its index, and by namespace and name where known. */
export function nameOf(index: number, object: JsonObject): string {
  const metadata = member(object, "metadata");
  const [namespace, name] = isObject(metadata)
    ? [member(metadata, "namespace"), member(metadata, "name")]
    : [];
  const text = [namespace, name].filter((part) => typeof part === "string").join("/");
  return text === "" ? `objects[${index}]` : `objects[${index}] ${text}`;
}
