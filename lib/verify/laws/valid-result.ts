import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { fieldMessage } from "../../schema/field-error/field-message.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../law-result.ts";
import { isNarrowed, withoutNarrowed } from "../lens-places.ts";
import { converted } from "../round-trip.ts";
import { isValidObject, validObjects } from "../samples/objects.ts";
import { undeclared } from "../server-pass.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { faultsOf } from "../validity.ts";
import type { Law } from "./law.ts";

export const validResult: Law = {
  name: "valid-result",
  statement:
    "a valid object is valid in the target version's schema, and holds nothing that it does not declare",
  trial: (pair) => generatedTrial(validObjects(pair), (object) => isValidThere(pair, object)),
};

function isValidThere(pair: Pair, before: ReviewObject): LawResult {
  const { subject, to } = pair;
  const there = converted(subject, before, to.name);
  if (!there.ok) return there.result;
  const after = there.object;
  const extra = undeclared(after, to).map((path) => `${path}: ${to.name} does not declare it`);
  const faults = [...extra, ...unexplained(pair, after).map(fieldMessage)];
  if (faults.length === 0) return lawOk;
  if (!isValidObject(before, pair) || !isValidOnTheWay(pair, before)) return lawRefused;
  return lawFails({ before, after, explanation: faults.join("; ") });
}

/** Faults that the author's accepted narrowings do not explain: those that stay when the narrowed fields are left out. */
function unexplained({ subject, from, to }: Pair, object: ReviewObject): readonly FieldError[] {
  const faults = faultsOf(object, to, subject);
  const step = subject.steps(from.name, to.name).at(-1);
  if (faults.length === 0 || step === undefined) return faults;
  const { apiVersion, kind } = object;
  const rest = { ...withoutNarrowed(step, object), apiVersion, kind };
  const others = faultsOf(rest, to, subject);
  return faults.filter(
    (fault) =>
      others.some(({ type, field }) => type === fault.type && field === fault.field) &&
      !(fault.type === "FieldValueRequired" && isNarrowed(step, fault.field)),
  );
}

/** False where an object is invalid at a version between the two: the trial of that version reports it. */
function isValidOnTheWay({ subject, from, to }: Pair, object: ReviewObject): boolean {
  const between = subject.steps(from.name, to.name).slice(0, -1);
  return between.every(({ edge, side }) => {
    const version = subject.versions.get(side === "from" ? edge.to : edge.from);
    if (version === undefined) return true;
    const there = subject.convert(object, version.name);
    return there.type === "converted" && faultsOf(there.object, version, subject).length === 0;
  });
}
