import { annotationsOf } from "../conversion/convert-object.ts";
import { markedVersion } from "../converter/stash/names.ts";
import { equal } from "../json/equal.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import type { Step } from "../kind/kind-steps.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import { differsByHeldBack } from "./held-back.ts";
import type { LawFault, LawResult } from "./law-result.ts";
import { lawRefused } from "./law-result.ts";
import { dropsAnything, withoutDropped } from "./lens-places.ts";
import { bodyOf } from "./samples/objects.ts";
import type { Outcome, Pair, Subject } from "./subject.ts";
import { differenceText } from "./values/differences.ts";

/** The converted object, or the law's result where there is none. */
export type Converted =
  | { readonly ok: true; readonly object: ReviewObject }
  | { readonly ok: false; readonly result: LawResult };

/** Converts an object of which the kind may decline to convert any. */
export function converted({ convert }: Subject, object: ReviewObject, version: string): Converted {
  const outcome = convert(object, version);
  if (outcome.type !== "converted") {
    return { ok: false, result: outcome.type === "crashed" ? outcome : lawRefused };
  }
  return hasLost(outcome.object)
    ? { ok: false, result: lawRefused }
    : { ok: true, object: outcome.object };
}

/** True for an object whose preserved values do not fit into its annotations: its marker says so, and no law judges it. */
function hasLost(object: ReviewObject): boolean {
  const group = parseApiVersion(object.apiVersion)?.group ?? "";
  return markedVersion(annotationsOf(object), group) !== undefined;
}

/** Converts an object that is itself a result of the kind's conversions: a refusal fails the law. `objects` go into the fault. */
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
  const explanation = `${apiVersionOf(object)} cannot become ${version}: ${faultText(outcome)}`;
  return { ok: false, result: { type: "FAIL", fault: { ...objects, explanation } } };
}

function apiVersionOf({ apiVersion }: ReviewObject): string {
  return apiVersion.split("/").at(-1) ?? apiVersion;
}

function faultText({ fault }: Extract<Outcome, { type: "refused" }>): string {
  return fault.path === "" ? fault.message : `${fault.path} ${fault.message}`;
}

/**
 * What a round trip must preserve of an object: all but what the author declares as dropped. Undefined where a step does
 * not convert.
 */
export function expectedReturn(
  { subject, from, to }: Pair,
  object: ReviewObject,
): ReviewObject | undefined {
  return expectedAlong(subject, subject.steps(from.name, to.name), object);
}

function expectedAlong(
  subject: Subject,
  [step, ...rest]: readonly Step[],
  object: ReviewObject,
): ReviewObject | undefined {
  if (step === undefined) return object;
  const left = typed(withoutDropped(step, object), object);
  if (!rest.some((later) => dropsAnything(later))) return left;
  const { edge, side } = step;
  const there = subject.convert(object, side === "from" ? edge.to : edge.from);
  if (there.type !== "converted") return undefined;
  const expected = expectedAlong(subject, rest, there.object);
  if (expected === undefined) return undefined;
  const returned = subject.convert(expected, edge[side]);
  return returned.type === "converted" ? returned.object : undefined;
}

function typed(object: JsonObject, { apiVersion, kind }: ReviewObject): ReviewObject {
  return { ...object, apiVersion, kind };
}

/** How the returned object differs from the expected one, as a sentence; undefined where it does not. */
export function returnFault(
  expected: ReviewObject,
  returned: ReviewObject,
  pair: Pair,
  server: "not between" | "between" = "not between",
): string | undefined {
  const [one, other] = [settled(expected), settled(returned)];
  if (equal(one, other)) return undefined;
  if (!equal(bodyOf(expected), bodyOf(returned)) && bodyReturns(pair, expected, returned, server)) {
    const { group } = pair.subject.kind;
    const [mine, its] = [withoutStash(one, group), withoutStash(other, group)];
    if (equal(member(mine, "metadata"), member(its, "metadata"))) return undefined;
  }
  return differenceText(one, other);
}

/** True where the returned body is as before, but for values that its schema refuses and that are held back. */
export function bodyReturns(
  pair: Pair,
  before: ReviewObject,
  returned: ReviewObject,
  server: "not between" | "between" = "not between",
): boolean {
  return (
    equal(bodyOf(before), bodyOf(returned)) || differsByHeldBack(pair, before, returned, server)
  );
}

/** An object without empty labels and annotations: they mean the same as absent ones. */
export function settled(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  if (!isObject(metadata)) return object;
  const left = Object.entries(metadata).filter(([name, value]) => !isEmptyMap(name, value));
  return { ...object, metadata: Object.fromEntries(left) };
}

function isEmptyMap(name: string, value: JsonValue): boolean {
  const isMap = name === "labels" || name === "annotations";
  return isMap && isObject(value) && Object.keys(value).length === 0;
}

/** An object without the annotations that hold preserved values. */
export function withoutStash(object: JsonObject, group: string): JsonObject {
  const metadata = member(object, "metadata");
  const annotations = isObject(metadata) ? member(metadata, "annotations") : undefined;
  if (!isObject(metadata) || !isObject(annotations)) return object;
  const left = Object.entries(annotations).filter(([key]) => !key.startsWith(`${group}/kept`));
  return settled({ ...object, metadata: { ...metadata, annotations: Object.fromEntries(left) } });
}
