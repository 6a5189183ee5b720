import { annotationsOf, type ReceiveRemarks } from "../conversion/convert-object.ts";
import type { ConversionRemarks } from "../converter/converter.ts";
import { equal } from "../json/equal.ts";
import type { JsonObject } from "../json/value.ts";
import { fieldSteps } from "../lens/place/address.ts";
import { valueAtSteps } from "../lens/place/addressed-value.ts";
import type { Admission } from "./admit-review.ts";
import { heldBackText, shortenedWarning } from "./warning-text.ts";

/** The request whose user gets the warnings, its object, and the collector of the warnings. */
type WarnedRequest = Pick<Admission, "request" | "object" | "remarks">;

/**
 * Returns a receiver that turns remarks about the conversion of the request's object from one version to another into
 * warnings. An UPDATE warns only about values that it changes: a controller's write of the status repeats no warning.
 */
export function conversionWarnings(
  warned: WarnedRequest,
  from: string,
  to: string,
): ReceiveRemarks {
  const { version } = warned.request.kind;
  return (remarks, step) => {
    const isOwnPath = from === version && step === 0;
    const isNews = (path: string): boolean => isWritten(warned, path, isOwnPath);
    for (const text of warningsOf(remarks, isNews, warned, to)) warned.remarks.warn(text);
  };
}

function warningsOf(
  { unparsed, rounded, heldBack, lost }: ConversionRemarks,
  isNews: (path: string) => boolean,
  warned: WarnedRequest,
  to: string,
): readonly string[] {
  const each = (paths: readonly string[], text: string): readonly string[] =>
    paths.filter(isNews).map((path) => shortenedWarning(path, text));
  const isHeldNow = heldBack > 0 && !hasSameAnnotations(warned);
  return [
    ...each(unparsed, ` cannot be parsed for ${to}: it is preserved, but not visible in ${to}`),
    ...each(rounded, ` is rounded in ${to}; the exact value is preserved`),
    ...each(lost, ` is lost in ${to}: the annotations have no space to preserve it`),
    ...(isHeldNow
      ? [`${heldBackText(heldBack)}: not valid in ${to}, not parsable, or repeated`]
      : []),
  ];
}

/**
 * True if a CREATE or UPDATE writes the value at a path. On an UPDATE only paths of the request's version (`isOwnPath`) can
 * be compared; any other path counts as unchanged.
 */
function isWritten({ request, object }: WarnedRequest, path: string, isOwnPath: boolean): boolean {
  const { oldObject } = request;
  if (oldObject === undefined) return true;
  const steps = isOwnPath ? fieldSteps(path) : undefined;
  return steps !== undefined && !equal(valueAtSteps(object, steps), valueAtSteps(oldObject, steps));
}

function hasSameAnnotations({ request: { oldObject }, object }: WarnedRequest): boolean {
  return oldObject !== undefined && equal(annotationsOf(object), annotationsOf(oldObject));
}

/**
 * Warns of required fields that have no value in the handlers' version. An UPDATE warns only of fields that had a value
 * before.
 */
export function warnOfUnfilled(admission: Admission, converted: JsonObject): void {
  const { request, object, handled, remarks } = admission;
  const { version } = request.kind;
  const find = handled.at === version ? undefined : handled.kind.unfilled?.(version, handled.at);
  const missing = find?.(object, converted) ?? [];
  if (find === undefined || missing.length === 0) return;
  const { oldObject } = request;
  const old = admission.old();
  const before = oldObject && old ? find(oldObject, old) : [];
  for (const path of missing) {
    if (!before.includes(path)) {
      remarks.warn(shortenedWarning(path, ` has no value in ${handled.at}, which requires it`));
    }
  }
}
