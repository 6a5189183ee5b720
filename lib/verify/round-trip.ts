import { annotationsOf } from "../conversion/convert-object.ts";
import { markedVersion } from "../converter/stash/names.ts";
import type { JsonObject } from "../json/value.ts";
import type { ConversionStep } from "../kind/kind-steps.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import type { LawFault, LawResult } from "./law-result.ts";
import { lawRefused } from "./law-result.ts";
import { declaresDrops, withoutDropped } from "./lens-places.ts";
import type { ConversionOutcome, Direction, Subject } from "./subject.ts";

/** The converted object, or the law's result if the conversion failed. */
type Converted =
  | { readonly ok: true; readonly object: ReviewObject }
  | { readonly ok: false; readonly result: LawResult };

/** Converts an object. The law's result is `refused` if the kind refuses the object, or if preserved values were lost. */
export function convertIfAccepted(
  { convert }: Subject,
  object: ReviewObject,
  version: string,
): Converted {
  const outcome = convert(object, version);
  if (outcome.type !== "converted") {
    return { ok: false, result: outcome.type === "crashed" ? outcome : lawRefused };
  }
  return hasLost(outcome.object)
    ? { ok: false, result: lawRefused }
    : { ok: true, object: outcome.object };
}

/** True if preserved values did not fit into the annotations (`<group>/kept-lost` is set). No law judges such an object. */
function hasLost(object: ReviewObject): boolean {
  const group = parseApiVersion(object.apiVersion)?.group ?? "";
  return markedVersion(annotationsOf(object), group) !== undefined;
}

/** Converts an object that the kind must convert: a refusal fails the law, with `objects` in the reported fault. */
export function mustConvert(
  { convert }: Subject,
  object: ReviewObject,
  version: string,
  objects: Omit<LawFault, "explanation">,
): Converted {
  const outcome = convert(object, version);
  if (outcome.type === "converted") {
    return hasLost(outcome.object)
      ? { ok: false, result: lawRefused }
      : { ok: true, object: outcome.object };
  }
  if (outcome.type === "crashed") return { ok: false, result: outcome };
  const explanation = `the conversion from ${apiVersionOf(object)} to ${version} is refused: ${refusedFaultText(outcome)}`;
  return { ok: false, result: { type: "FAIL", fault: { ...objects, explanation } } };
}

function apiVersionOf({ apiVersion }: ReviewObject): string {
  return apiVersion.replace(/^.*\//s, "");
}

function refusedFaultText({ fault }: Extract<ConversionOutcome, { type: "refused" }>): string {
  return fault.path === "" ? fault.message : `${fault.path} ${fault.message}`;
}

/**
 * The object that a round trip must return: `object` without the fields that the author declares as dropped. Undefined if a
 * conversion on the way fails.
 */
export function expectedAfterRoundTrip(
  { subject, from, to }: Direction,
  object: ReviewObject,
): ReviewObject | undefined {
  return expectedAlong(subject, subject.steps(from.name, to.name), object);
}

function expectedAlong(
  subject: Subject,
  [step, ...rest]: readonly ConversionStep[],
  object: ReviewObject,
): ReviewObject | undefined {
  if (step === undefined) return object;
  const left = withTypeOf(withoutDropped(step, object), object);
  if (!rest.some((later) => declaresDrops(later))) return left;
  const { edge, side } = step;
  const converted = subject.convert(object, side === "from" ? edge.to : edge.from);
  if (converted.type !== "converted") return undefined;
  const expected = expectedAlong(subject, rest, converted.object);
  if (expected === undefined) return undefined;
  const returned = subject.convert(expected, edge[side]);
  return returned.type === "converted" ? returned.object : undefined;
}

function withTypeOf(object: JsonObject, { apiVersion, kind }: ReviewObject): ReviewObject {
  return { ...object, apiVersion, kind };
}
