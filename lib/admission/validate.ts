import type { Lookup } from "../cluster/lookup.ts";
import { equal } from "../json/equal.ts";
import type { JsonObject } from "../json/value.ts";
import { valueAtObjectPath } from "../lens/place/object-path.ts";
import { type AdmissionReview, allowed, denied } from "../protocol/admission-review.ts";
import type { AdmissionContext, LookupRule, Refusal } from "./admission-kind.ts";
import type { Admission } from "./admit-review.ts";
import { conversionWarnings, warnOfUnfilled } from "./conversion-warnings.ts";
import { before, lookupBefore } from "./deadline.ts";
import { guardFindings } from "./guard/conversion-guard.ts";
import { changesOfMarked } from "./guard/marked.ts";
import { statusEntriesIn } from "./guard/status-entries.ts";
import { LookupBudget, tooManyLookups } from "./lookup-budget.ts";
import { concernsGuard, isDeleting, staysAsItWas } from "./untouched.ts";
import { malformedStatus, refusedStatus } from "./verdict.ts";

/**
 * Judges an object at the handler's version by all its rules, and by the guard where its kind has one, and reports all that
 * refuse together. An UPDATE is never refused for what it does not touch: not by a look-up on an object that is being
 * deleted or whose read fields stay, and not because an object that stays as it was cannot be converted.
 */
export async function validate(admission: Admission): Promise<AdmissionReview> {
  const { head, request, object, handled, remarks } = admission;
  const guarded = await refusedByGuard(admission);
  const note = conversionWarnings(admission, request.kind.version, handled.at);
  const source = handled.toHandler(object, note);
  if (!source.ok) {
    if (guarded.length > 0) return denied(head, refusedStatus(request, guarded));
    if (isDeleting(admission) || staysAsItWas(admission)) return allowed(head, remarks.remarks());
    return denied(head, malformedStatus(`${source.error.path}: ${source.error.message}`));
  }
  warnOfUnfilled(admission, source.value);
  const old = request.oldObject === undefined ? undefined : handled.toHandler(request.oldObject);
  const oldObject = old?.ok === true ? old.value : undefined;
  const refusals = [...(await refusalsOf(admission, source.value, oldObject)), ...guarded];
  return refusals.length === 0
    ? allowed(head, remarks.remarks())
    : denied(head, refusedStatus(request, refusals), remarks.remarks());
}

/** What the kind's guard says, where an UPDATE changes what it looks at. */
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
  return [...forbidden, ...changesOfMarked(write, guard), ...findings.refusals];
}

async function refusalsOf(
  admission: Admission,
  object: JsonObject,
  oldObject: JsonObject | undefined,
): Promise<readonly Refusal[]> {
  const { handled, context, limits } = admission;
  const { validate: rules, lookups = [] } = handled.handlers;
  const asked = lookups.filter((rule) => matters(rule, admission, object, oldObject));
  const lookup = lookupBefore(limits.signals, limits.lookup);
  const budget = new LookupBudget(() => context.signal);
  const verdicts: readonly (Verdict | Promise<Verdict>)[] = [
    rules?.(object, contextWith(context, { oldObject })),
    ...asked.map((rule) => ask(rule, object, context, { lookup, budget })),
  ];
  const refusals = areThere(verdicts)
    ? verdicts
    : await withinBudget(budget, before(limits.signals.signal, Promise.all(verdicts)));
  return refusals.flatMap((refusal) =>
    refusal !== undefined && refuses(refusal) ? [refusal] : [],
  );
}

/** What rules say; that there were too many lookups, whatever they made of the error, where there were. */
async function withinBudget(
  budget: LookupBudget,
  verdicts: Promise<readonly Verdict[]>,
): Promise<readonly Verdict[]> {
  try {
    const said = await verdicts;
    return budget.isExceeded ? [tooManyLookups] : said;
  } catch (thrown) {
    if (!budget.isExceeded) throw thrown;
    return [tooManyLookups];
  }
}

type Verdict = Refusal | undefined;

/** True where nothing has to be waited for. */
function areThere(
  verdicts: readonly (Verdict | Promise<Verdict>)[],
): verdicts is readonly Verdict[] {
  return verdicts.every((verdict) => verdict === undefined || !("then" in verdict));
}

/** A context with more members; its signal is not read, which would start its timer. */
function contextWith<More extends object>(
  context: AdmissionContext,
  more: More,
): AdmissionContext & More {
  const { request, warn, annotate } = context;
  return {
    request,
    get signal() {
      return context.signal;
    },
    warn,
    annotate,
    ...more,
  };
}

/** Asks a rule, and once more before a refusal that rests on an answer which was remembered. */
async function ask(
  { check }: LookupRule,
  object: JsonObject,
  context: AdmissionContext,
  { lookup, budget }: { readonly lookup: Lookup; readonly budget: LookupBudget },
): Promise<Refusal | undefined> {
  const answer = (questions: Lookup): Promise<Refusal | undefined> =>
    check(object, contextWith(context, { lookup: budget.over(questions) }));
  const refusal = await answer(lookup);
  if (refusal === undefined || !refuses(refusal)) return refusal;
  const fresh = lookup.fresh?.();
  return fresh === undefined ? refusal : answer(fresh);
}

function refuses({ message, faults }: Refusal): boolean {
  return message !== undefined || faults.length > 0;
}

/** False where a look-up's answer can change nothing but stick a clean-up. */
function matters(
  { reads }: LookupRule,
  admission: Admission,
  object: JsonObject,
  oldObject: JsonObject | undefined,
): boolean {
  if (admission.request.operation !== "UPDATE") return true;
  if (isDeleting(admission)) return false;
  if (oldObject === undefined) return true;
  return reads.some((path) => {
    const place = path.split(".");
    return !equal(valueAtObjectPath(object, place), valueAtObjectPath(oldObject, place));
  });
}
