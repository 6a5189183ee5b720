import { type Lookup, LookupUnavailable } from "../cluster/lookup.ts";
import { conversionFaultText } from "../converter/converter.ts";
import { equal } from "../json/equal.ts";
import type { JsonObject } from "../json/value.ts";
import { valueAtObjectPath } from "../lens/place/object-path.ts";
import {
  type AllowedReview,
  allowed,
  type DeniedReview,
  denied,
} from "../protocol/admission-review.ts";
import type { LookupRule } from "./admission-kind.ts";
import type { Admission } from "./admit-review.ts";
import { conversionWarnings, warnOfUnfilled } from "./conversion-warnings.ts";
import { DeadlineExceeded, lookupWithDeadline, withDeadline } from "./deadline.ts";
import { malformedStatus, refusedStatus } from "./denial-status.ts";
import { guardFindings } from "./guard/conversion-guard.ts";
import { incompleteObjectRefusals } from "./guard/incomplete-objects.ts";
import { statusEntriesIn } from "./guard/status-entries.ts";
import { LookupBudget, tooManyLookups } from "./lookup-budget.ts";
import type { Refusal } from "./refusal.ts";
import { runAdmissionRule } from "./run-admission-rule.ts";
import { changesOnlyMetadata, concernsGuard, isDeleting } from "./update-scope.ts";

/**
 * Responds as the validating webhook: runs the kind's rules on the object at the handlers' version, and the guard if
 * the kind has one, and reports all faults together. An UPDATE skips lookup rules if the object is being deleted or it changes
 * no field that they read. If the object can't be converted for the rules, an UPDATE may change its metadata, as far as the guard
 * allows that.
 */
export async function validate(admission: Admission): Promise<AllowedReview | DeniedReview> {
  const { head, request, object, handled, remarks } = admission;
  const guarded = await refusedByGuard(admission);
  const note = conversionWarnings(admission, request.kind.version, handled.at);
  const source = handled.toHandler(object, note);
  if (!source.ok) {
    if (guarded.length > 0) return denied(head, refusedStatus(request, guarded));
    if (isDeleting(admission) || changesOnlyMetadata(admission))
      return allowed(head, remarks.remarks());
    return denied(head, malformedStatus(conversionFaultText(source.error)));
  }
  warnOfUnfilled(admission, source.value);
  const refusals = await allRefusals(admission, source.value, guarded);
  return refusals.length === 0
    ? allowed(head, remarks.remarks())
    : denied(head, refusedStatus(request, refusals), remarks.remarks());
}

/**
 * The refusals of the handlers and of the guard. If a handler throws and the guard has refusals, returns the guard's and
 * records the error for the log. DeadlineExceeded and LookupUnavailable are always thrown.
 */
async function allRefusals(
  admission: Admission,
  object: JsonObject,
  guarded: readonly Refusal[],
): Promise<readonly Refusal[]> {
  try {
    return [...(await refusalsOf(admission, object)), ...guarded];
  } catch (thrown) {
    const isOwn = thrown instanceof DeadlineExceeded || thrown instanceof LookupUnavailable;
    if (isOwn || guarded.length === 0) throw thrown;
    admission.thrown.push(thrown);
    return guarded;
  }
}

/** The refusals of the kind's guard; empty for an UPDATE that changes nothing the guard checks. */
async function refusedByGuard(admission: Admission): Promise<readonly Refusal[]> {
  const { handled, request, object, thrown, limits } = admission;
  const { guard } = handled.kind;
  if (guard === undefined || !concernsGuard(admission, guard)) return [];
  for (const { schema } of guard.versions) limits.validators.of(schema.declared);
  if (!limits.validators.isComplete) await limits.validators.load();
  const { oldObject } = request.operation === "UPDATE" ? request : { oldObject: undefined };
  const write = { version: request.kind.version, object, oldObject };
  const noteOf = (from: string, to: string) => conversionWarnings(admission, from, to);
  const findings = guardFindings(
    { ...write, noteOf },
    guard,
    handled.conversions,
    admission.limits,
  );
  thrown.push(...findings.thrown);
  if (request.subResource !== "") return findings.refusals;
  const forbidden = statusEntriesIn(object, oldObject, guard);
  return [...forbidden, ...incompleteObjectRefusals(write, guard), ...findings.refusals];
}

async function refusalsOf(admission: Admission, object: JsonObject): Promise<readonly Refusal[]> {
  const { handled, limits } = admission;
  const { validate: rules, lookups = [] } = handled.handlers;
  const relevantLookups = lookups.filter((rule) => mayViolate(rule, admission, object));
  const lookup = lookupWithDeadline(limits.signals, limits.lookup);
  const budget = new LookupBudget(() => limits.signals.signal);
  const results: readonly (Refusal | Promise<Refusal>)[] = [
    ...(rules ? [runAdmissionRule(admission, object, rules, {})] : []),
    ...relevantLookups.map((rule) => runLookupRule(rule, object, admission, { lookup, budget })),
  ];
  const refusals = areSettled(results)
    ? results
    : await withinBudget(budget, withDeadline(limits.signals.signal, Promise.all(results)));
  return refusals.filter(hasReason);
}

/**
 * Waits for the results of rules. If the budget was exceeded, returns only {@link tooManyLookups}, even if a rule
 * caught the error.
 */
async function withinBudget(
  budget: LookupBudget,
  results: Promise<readonly Refusal[]>,
): Promise<readonly Refusal[]> {
  try {
    const refusals = await results;
    return budget.isExceeded ? [tooManyLookups] : refusals;
  } catch (thrown) {
    if (!budget.isExceeded) throw thrown;
    return [tooManyLookups];
  }
}

/** True if all rules returned their results without a promise. */
function areSettled(
  results: readonly (Refusal | Promise<Refusal>)[],
): results is readonly Refusal[] {
  return results.every((result) => !(result instanceof Promise));
}

/** Runs a lookup rule. If it denies because of cached results, runs it again with fresh results. */
async function runLookupRule(
  { check }: LookupRule,
  object: JsonObject,
  admission: Admission,
  { lookup, budget }: { readonly lookup: Lookup; readonly budget: LookupBudget },
): Promise<Refusal> {
  const run = (lookups: Lookup): Refusal | Promise<Refusal> =>
    runAdmissionRule(admission, object, check, { lookup: budget.over(lookups) });
  const refusal = await run(lookup);
  if (!hasReason(refusal)) return refusal;
  const fresh = lookup.fresh?.();
  return fresh === undefined ? refusal : run(fresh);
}

function hasReason({ message, faults }: Refusal): boolean {
  return message !== undefined || faults.length > 0;
}

/**
 * False if an UPDATE can't violate the rule: the object is being deleted, or no field that the rule reads has changed.
 */
function mayViolate({ reads }: LookupRule, admission: Admission, object: JsonObject): boolean {
  if (admission.request.operation !== "UPDATE") return true;
  if (isDeleting(admission)) return false;
  const oldObject = admission.old();
  if (oldObject === undefined) return true;
  return reads.some((path) => {
    const place = path.split(".");
    return !equal(valueAtObjectPath(object, place), valueAtObjectPath(oldObject, place));
  });
}
