import { heldBackText } from "../../../admission/warning-text.ts";
import { isArray, isObject, type JsonValue } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { Kind } from "../../../kind/kind.ts";
import { type Step, stepsBetween } from "../../../kind/kind-steps.ts";
import { unfilledFinders } from "../../../kind/kind-unfilled.ts";
import { placeOfField } from "../../../lens/place/address.ts";
import { resolvePlace } from "../../../lens/place/trail.ts";
import { parseApiVersion } from "../../../protocol/gvk.ts";
import type { ConvertedObject, NotedStep } from "./convert-documents.ts";
import { nameOfObject, ruleAt } from "./object-fault.ts";

/** What there is to say of an object that was converted. */
export interface ConversionReport {
  /** Place, object, path, what happened; below it rule and remedy. */
  readonly text: string;
  /** True for what `--allow-undecided` asked for: `--strict` does not refuse it. */
  readonly isAllowed: boolean;
}

/** Says of objects what could not be parsed, was rounded or held back, and what stays empty. */
export function reporter(): (object: ConvertedObject) => readonly ConversionReport[] {
  const finders = new Map<Kind, ReturnType<typeof unfilledFinders>>();
  return (object) => {
    const { kind, before, after } = object;
    const finderOf = finders.get(kind) ?? unfilledFinders(kind);
    finders.set(kind, finderOf);
    const [from, to] = [versionOf(before), versionOf(after)];
    if (from === to) return [];
    const steps = stepsBetween(kind, from, to);
    return [
      ...undecidedReport(object),
      ...object.noted.flatMap((noted) => stepReports(object, noted, steps[noted.step])),
      ...finderOf(from, to)(before, after).map((path) =>
        reportOn(object, {
          what: `${path} is required in ${to} and stays empty`,
          remedy: `correct what it is made of, or set ${path} in the result`,
        }),
      ),
    ];
  };
}

function versionOf({ apiVersion }: ConvertedObject["before"]): string {
  return parseApiVersion(String(apiVersion))?.version ?? "";
}

interface Said {
  readonly what: string;
  readonly rule?: string | undefined;
  readonly remedy: string;
}

function reportOn(
  { place, before }: ConvertedObject,
  { what, rule, remedy }: Said,
): ConversionReport {
  const lines = [
    `${place}: ${nameOfObject(before)}: ${what}`,
    ...(rule === undefined ? [] : [`  rule: ${rule}`]),
    `  remedy: ${remedy}`,
  ];
  return { text: lines.join("\n"), isAllowed: false };
}

function undecidedReport(object: ConvertedObject): readonly ConversionReport[] {
  if (!object.noted.some(({ remarks }) => remarks.undecided !== undefined)) return [];
  const { kind } = object.kind;
  const said = {
    what: "converted by a conversion that does not compile: values may be lost or wrong",
    remedy: `customhouse check --kind ${kind} says what is left to decide`,
  };
  return [{ ...reportOn(object, said), isAllowed: true }];
}

/** What one step said; its paths are those of the version that it starts from. */
function stepReports(
  object: ConvertedObject,
  { step: index, remarks }: NotedStep,
  step: Step | undefined,
): readonly ConversionReport[] {
  const { from, to } = step ?? { from: "its version", to: versionOf(object.after) };
  const ruleOf = (path: string): string | undefined => step && ruleAt(step, path)?.text;
  const textAt = (path: string): string => (index === 0 ? valueText(object.before, path) : "");
  const say = (what: string, remedy: string, rule?: string): ConversionReport =>
    reportOn(object, { what, remedy, rule });
  const { unread, rounded, heldBack, lost, nearest } = remarks;
  return [
    ...unread.map((path) =>
      say(
        `${path}${textAt(path)} cannot be parsed for ${to}; it is preserved for ${from}`,
        "correct the value, or extend the rule",
        ruleOf(path),
      ),
    ),
    ...rounded.map((path) =>
      say(
        `${path}${textAt(path)} is rounded in ${to}; the exact value is preserved for ${from}`,
        `write a value that ${to} can represent, or accept the rounded one`,
        ruleOf(path),
      ),
    ),
    ...lost.map((path) =>
      say(`${path} does not fit the object's annotations and is lost`, "make the object smaller"),
    ),
    ...heldBackReports(heldBack, to, say),
    ...(nearest !== undefined && unread.length === 0
      ? [say(`it cannot be converted to ${to}: its nearest valid shape is given`, "correct it")]
      : []),
  ];
}

function heldBackReports(
  count: number,
  version: string,
  say: (what: string, remedy: string) => ConversionReport,
): readonly ConversionReport[] {
  if (count === 0) return [];
  return [
    say(
      `${heldBackText(count)}: not valid in the schema of ${version}`,
      "--explain names them and their annotations; take out those that are not wanted",
    ),
  ];
}

/** The value at a path, ` ("oracle")`, where it is there and short. */
function valueText(object: JsonValue, path: string): string {
  const place = placeOfField(path);
  const value = place && resolvePlace(object, place);
  if (value === undefined || isObject(value) || isArray(value)) return "";
  const text = stringify(value);
  return text.length > maxValueText ? "" : ` (${text})`;
}

const maxValueText = 40;
