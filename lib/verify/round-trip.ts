import { annotationsOf } from "../conversion/convert-object.ts";
import { markedVersion } from "../converter/stash/names.ts";
import { equal } from "../json/equal.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import { differsByHeldBack } from "./held-back.ts";
import { dropsAnything, withoutDropped } from "./lens-places.ts";
import type { PathStep } from "./path-steps.ts";
import { bodyOf } from "./samples/objects.ts";
import type { Outcome, Pair, Subject } from "./subject.ts";
import { differenceText } from "./values/differences.ts";
import type { LawFault, Verdict } from "./verdict.ts";
import { refused } from "./verdict.ts";

/** The verdict on what did not convert, or the object that it became. */
export type Converted =
  | { readonly ok: true; readonly object: ReviewObject }
  | { readonly ok: false; readonly verdict: Verdict };

/** Converts an object of which the kind may decline to convert any. */
export function converted({ convert }: Subject, object: ReviewObject, version: string): Converted {
  const outcome = convert(object, version);
  if (outcome.type !== "converted") {
    return { ok: false, verdict: outcome.type === "crashed" ? outcome : refused };
  }
  return hasLost(outcome.object)
    ? { ok: false, verdict: refused }
    : { ok: true, object: outcome.object };
}

/** True for an object of which more is to be preserved than annotations hold: it says so, and nothing is judged by it. */
function hasLost(object: ReviewObject): boolean {
  const group = parseApiVersion(object.apiVersion)?.group ?? "";
  return markedVersion(annotationsOf(object), group) !== undefined;
}

/**
 * Converts an object that the kind itself made: to decline it breaks the law, and `objects` shows what led there.
 */
export function mustConvert(
  { convert }: Subject,
  object: ReviewObject,
  version: string,
  objects: Omit<LawFault, "explanation">,
): Converted {
  const outcome = convert(object, version);
  if (outcome.type === "converted") {
    return hasLost(outcome.object)
      ? { ok: false, verdict: refused }
      : { ok: true, object: outcome.object };
  }
  if (outcome.type === "crashed") return { ok: false, verdict: outcome };
  const explanation = `${apiVersionOf(object)} cannot become ${version}: ${faultText(outcome)}`;
  return { ok: false, verdict: { type: "broken", fault: { ...objects, explanation } } };
}

function apiVersionOf({ apiVersion }: ReviewObject): string {
  return apiVersion.split("/").at(-1) ?? apiVersion;
}

function faultText({ fault }: Extract<Outcome, { type: "refused" }>): string {
  return fault.path === "" ? fault.message : `${fault.path} ${fault.message}`;
}

/**
 * What must come home of an object: all of it but what the author declares as dropped on the way. Undefined where that
 * cannot be told, because a step does not convert.
 */
export function expectedHome(
  { subject, from, to }: Pair,
  object: ReviewObject,
): ReviewObject | undefined {
  return homeAlong(subject, subject.steps(from.name, to.name), object);
}

function homeAlong(
  subject: Subject,
  [step, ...rest]: readonly PathStep[],
  object: ReviewObject,
): ReviewObject | undefined {
  if (step === undefined) return object;
  const left = typed(withoutDropped(subject.kind, step, object), object);
  if (!rest.some((later) => dropsAnything(subject.kind, later))) return left;
  const { edge, side } = step;
  const there = subject.convert(object, side === "from" ? edge.to : edge.from);
  if (there.type !== "converted") return undefined;
  const expected = homeAlong(subject, rest, there.object);
  if (expected === undefined) return undefined;
  const home = subject.convert(expected, edge[side]);
  return home.type === "converted" ? home.object : undefined;
}

function typed(object: JsonObject, { apiVersion, kind }: ReviewObject): ReviewObject {
  return { ...object, apiVersion, kind };
}

/** How an object came home otherwise than it should, as a sentence; undefined where it came home. */
export function homeFault(
  expected: ReviewObject,
  home: ReviewObject,
  pair: Pair,
  server: "not between" | "between" = "not between",
): string | undefined {
  const [one, other] = [settled(expected), settled(home)];
  if (equal(one, other)) return undefined;
  if (!equal(bodyOf(expected), bodyOf(home)) && bodyComesHome(pair, expected, home, server)) {
    const { group } = pair.subject.kind;
    const [mine, its] = [withoutStash(one, group), withoutStash(other, group)];
    if (equal(member(mine, "metadata"), member(its, "metadata"))) return undefined;
  }
  return differenceText(one, other);
}

/** True where a body came home as it was, but for what its schema refuses and what is held back of it. */
export function bodyComesHome(
  pair: Pair,
  before: ReviewObject,
  home: ReviewObject,
  server: "not between" | "between" = "not between",
): boolean {
  return equal(bodyOf(before), bodyOf(home)) || differsByHeldBack(pair, before, home, server);
}

/** An object without empty labels and annotations, which say what none say. */
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

/** An object without the annotations in which its kind keeps what another version cannot say. */
export function withoutStash(object: JsonObject, group: string): JsonObject {
  const metadata = member(object, "metadata");
  const annotations = isObject(metadata) ? member(metadata, "annotations") : undefined;
  if (!isObject(metadata) || !isObject(annotations)) return object;
  const left = Object.entries(annotations).filter(([key]) => !key.startsWith(`${group}/kept`));
  return settled({ ...object, metadata: { ...metadata, annotations: Object.fromEntries(left) } });
}
