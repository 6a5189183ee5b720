import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { fieldMessage } from "../../schema/field-error/field-message.ts";
import { isNarrowed, withoutNarrowed } from "../lens-places.ts";
import { converted } from "../round-trip.ts";
import { isValidObject, validObjects } from "../samples/objects.ts";
import { undeclared } from "../server-pass.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { faultsOf } from "../validity.ts";
import { broken, kept, refused, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";

export const validResult: Law = {
  name: "valid-result",
  statement:
    "a valid object is valid in the other version's schema, and holds nothing that it lacks",
  trial: (pair) => generatedTrial(validObjects(pair), (object) => isValidThere(pair, object)),
};

function isValidThere(pair: Pair, before: ReviewObject): Verdict {
  const { subject, to } = pair;
  const there = converted(subject, before, to.name);
  if (!there.ok) return there.verdict;
  const after = there.object;
  const extra = undeclared(after, to).map((path) => `${path}: ${to.name} does not declare it`);
  const faults = [...extra, ...unexplained(pair, after).map(fieldMessage)];
  if (faults.length === 0) return kept;
  if (!isValidObject(before, pair) || !isValidOnTheWay(pair, before)) return refused;
  return broken({ before, after, explanation: faults.join("; ") });
}

/**
 * Faults that stay when the places are left out where the author says that the target is narrower; that such a place is
 * empty is no fault either.
 */
function unexplained({ subject, from, to }: Pair, object: ReviewObject): readonly FieldError[] {
  const faults = faultsOf(object, to, subject);
  const step = subject.steps(from.name, to.name).at(-1);
  if (faults.length === 0 || step === undefined) return faults;
  const { apiVersion, kind } = object;
  const rest = { ...withoutNarrowed(subject.kind, step, object), apiVersion, kind };
  const others = faultsOf(rest, to, subject);
  return faults.filter(
    (fault) =>
      others.some(({ type, field }) => type === fault.type && field === fault.field) &&
      !(fault.type === "FieldValueRequired" && isNarrowed(subject.kind, step, fault.field)),
  );
}

/** False where an object is invalid at a version between the two: that is said of the way to that version. */
function isValidOnTheWay({ subject, from, to }: Pair, object: ReviewObject): boolean {
  const between = subject.steps(from.name, to.name).slice(0, -1);
  return between.every(({ edge, side }) => {
    const version = subject.versions.get(side === "from" ? edge.to : edge.from);
    if (version === undefined) return true;
    const there = subject.convert(object, version.name);
    return there.type === "converted" && faultsOf(there.object, version, subject).length === 0;
  });
}
