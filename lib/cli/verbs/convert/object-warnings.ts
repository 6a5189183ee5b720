import { heldBackText } from "../../../admission/warning-text.ts";
import { isArray, isObject, type JsonValue } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { Kind } from "../../../kind/kind.ts";
import { type ConversionStep, stepsBetween } from "../../../kind/kind-steps.ts";
import { missingFieldsFinders } from "../../../kind/missing-fields-finders.ts";
import { fieldPath } from "../../../lens/place/address.ts";
import { valueAtObjectPath } from "../../../lens/place/object-path.ts";
import { versionOfObject } from "../../../protocol/gvk.ts";
import type { ConvertedObject, StepRemarks } from "./convert-documents.ts";
import { coveringRule, nameOfObject } from "./object-fault.ts";

interface ConversionReport {
  /** The first line has location, object, path and problem; the lines below it have rule and remedy. */
  readonly text: string;
  /** True for an object that a draft converted: `--allow-undecided` allows that, so `--strict` does not refuse it. */
  readonly isAllowed: boolean;
}

/**
 * Returns a function that lists the warnings about one converted object: values that could not be parsed, were rounded, held
 * back or lost, required fields that stay empty, a draft, a nearest valid shape, and errors of hooks.
 */
export function objectWarnings(): (object: ConvertedObject) => readonly ConversionReport[] {
  const finders = new Map<Kind, ReturnType<typeof missingFieldsFinders>>();
  return (object) => {
    const { kind, before, after } = object;
    const finderOf = finders.get(kind) ?? missingFieldsFinders(kind);
    finders.set(kind, finderOf);
    const [from, to] = [versionOfObject(before), versionOfObject(after)];
    if (from === to) return [];
    const steps = stepsBetween(kind, from, to);
    return [
      ...undecidedReport(object),
      ...object.stepRemarks.flatMap((each) => stepReports(object, each, steps[each.step])),
      ...finderOf(from, to)(before, after).map((path) =>
        reportOn(object, {
          text: `${path} has no value in ${to}, which requires it`,
          remedy: `correct its sources, or set ${path} in the result`,
        }),
      ),
    ];
  };
}

interface Problem {
  readonly text: string;
  readonly rule?: string | undefined;
  readonly remedy: string;
}

function reportOn(
  { location, before }: ConvertedObject,
  { text, rule, remedy }: Problem,
): ConversionReport {
  const lines = [
    `${location}: ${nameOfObject(before)}: ${text}`,
    ...(rule === undefined ? [] : [`  rule: ${rule}`]),
    `  remedy: ${remedy}`,
  ];
  return { text: lines.join("\n"), isAllowed: false };
}

function undecidedReport(object: ConvertedObject): readonly ConversionReport[] {
  if (!object.stepRemarks.some(({ remarks }) => remarks.undecided !== undefined)) return [];
  const { kind } = object.kind;
  const problem = {
    text: "converted by a draft that does not compile: values may be lost or wrong",
    remedy: `decide what customhouse check --kind ${kind} lists as undecided`,
  };
  return [{ ...reportOn(object, problem), isAllowed: true }];
}

/** The reports of one step. Their paths are those of the step's source version. */
function stepReports(
  object: ConvertedObject,
  { step: index, remarks }: StepRemarks,
  step: ConversionStep | undefined,
): readonly ConversionReport[] {
  const { from, to } = step ?? { from: "its version", to: versionOfObject(object.after) };
  const ruleOf = (path: string): string | undefined => step && coveringRule(step, path)?.text;
  const textAt = (path: string): string => (index === 0 ? valueText(object.before, path) : "");
  const report = (text: string, remedy: string, rule?: string): ConversionReport =>
    reportOn(object, { text, remedy, rule });
  const { unparsed, rounded, heldBack, lost, nearest, thrown } = remarks;
  return [
    ...(thrown instanceof TypeError && nearest === undefined
      ? [report(thrown.message, "correct the hook")]
      : []),
    ...unparsed.map((path) =>
      report(
        `${path}${textAt(path)} cannot be parsed for ${to}; it is preserved for ${from}`,
        "correct the value, or extend the rule",
        ruleOf(path),
      ),
    ),
    ...rounded.map((path) =>
      report(
        `${path}${textAt(path)} is rounded in ${to}; the exact value is preserved for ${from}`,
        `write a value that ${to} can represent, or accept the rounded one`,
        ruleOf(path),
      ),
    ),
    ...lost.map((path) =>
      report(
        `${path} can't be preserved, because the object's annotations are full: it is lost`,
        "make the object smaller",
      ),
    ),
    ...heldBackReports(heldBack, to, report),
    ...(nearest !== undefined && unparsed.length === 0
      ? [
          report(
            `it cannot be converted to ${to}; the output is its nearest valid shape`,
            "correct the object",
          ),
        ]
      : []),
  ];
}

function heldBackReports(
  count: number,
  version: string,
  report: (text: string, remedy: string) => ConversionReport,
): readonly ConversionReport[] {
  if (count === 0) return [];
  return [
    report(
      `${heldBackText(count)}: not valid in ${version}, not parsable, or repeated`,
      "convert with --explain, which names values that are not valid and their annotations, and remove the annotations that are not wanted",
    ),
  ];
}

/** The value at a path in parentheses: ` ("oracle")`. Empty for an absent value, a map, a list and a long text. */
function valueText(object: JsonValue, path: string): string {
  const place = fieldPath(path);
  const value = place && valueAtObjectPath(object, place);
  if (value === undefined || isObject(value) || isArray(value)) return "";
  const text = stringify(value);
  return text.length > maxValueText ? "" : ` (${text})`;
}

/**
 * The longest value that a report shows, in characters of JSON: a longer value would make the path hard to find. The number is
 * a choice: half of a line of 80 columns.
 */
const maxValueText = 40;
