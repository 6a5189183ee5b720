import type { JsonObject } from "../../json/value.ts";
import type { BodyEdit } from "../apply-edit.ts";
import type { DrawnStep } from "../draw/path-text.ts";
import type { FailingSample, ObjectChange } from "../object-change.ts";
import {
  type MayShowMessage,
  type MayShowToken,
  maskedMap,
  maskedValue,
  maskText,
  withMasking,
} from "../redraw/masked-value.ts";
import { type RedrawOptions, redrawnFault } from "../redraw/redrawn-fault.ts";
import { changeEditPaths } from "../samples/edited-objects.ts";
import { compareObject, type WebhookPair } from "./compare-object.ts";
import { differencePath } from "./conversion-differences.ts";
import { keyOfDifference, type ParityExample, type TalliedGroup } from "./parity-tally.ts";
import { exampleIn } from "./smallest-example.ts";

/** An object whose conversions differ at a path, and the edits of the converted object. */
interface DifferingObject {
  readonly object: ParityExample["before"];
  readonly edits: readonly BodyEdit[];
  readonly at: readonly DrawnStep[];
}

interface ReportedDifference {
  readonly at: readonly DrawnStep[];
  readonly example: ParityExample;
}

/**
 * The group with an example in which generated values stand for those of samples, or `***` for a sample's value that the
 * difference depends on.
 */
export function redrawnGroup(
  open: TalliedGroup,
  webhooks: WebhookPair,
  options: RedrawOptions,
): TalliedGroup {
  const { pair, group, at, example, object } = open;
  const failing: FailingSample<DifferingObject, ReportedDifference> = {
    sample: { object: example.before, edits: object.edits ?? [], at },
    fault: { at, example },
    faultOf: (sample) => {
      const key = keyOfDifference(group, { ...group, path: differencePath(sample.at) });
      const found = exampleIn(compareObject(pair, webhooks, sample), key);
      return found && { at: sample.at, example: found(sample.object) };
    },
    change: changeDiffering,
  };
  const { subject } = pair;
  const redrawn = redrawnFault(failing, { ...options, subject, masked: maskedDifference });
  const path = differencePath(redrawn.at);
  return { ...open, ...redrawn, group: { ...group, path } };
}

function changeDiffering(
  { object, edits, at }: DifferingObject,
  change: ObjectChange,
): DifferingObject {
  return {
    object: change.object(object),
    edits: changeEditPaths(edits, change),
    at: at.map((step) => (typeof step === "string" ? change.key(step) : step)),
  };
}

function maskedDifference(
  difference: ReportedDifference,
  mayShow: MayShowToken,
  mayShowText: MayShowMessage,
): ReportedDifference {
  const { masked, isMasked } = withMasking(mayShow, (isShown) => ({
    at: difference.at.map((step) => (typeof step === "string" && !isShown(step) ? maskText : step)),
    example: maskedExample(difference.example, isShown),
  }));
  const { at, example } = difference;
  const values = [example.oldValue, example.newValue];
  const mayShowValues = values.every((value) => typeof value !== "string" || mayShowText(value));
  if (!isMasked && mayShowValues) return difference;
  // For a difference of the whole object, the values are messages, which may contain any value of the object.
  const messages = at.length === 0 && { oldValue: maskText, newValue: maskText };
  return { ...masked, example: { ...masked.example, ...messages, isMasked: true } };
}

function maskedExample(example: ParityExample, mayShow: MayShowToken): ParityExample {
  const { before, sent, old, new: now, oldValue, newValue, annotations } = example;
  const { apiVersion, kind } = before;
  const maskedCopy = <T extends JsonObject>(object: T | undefined) =>
    object && maskedMap(object, mayShow);
  return {
    ...example,
    before: { ...maskedMap(before, mayShow), apiVersion, kind },
    sent: { ...maskedMap(sent, mayShow), apiVersion: sent.apiVersion, kind },
    old: maskedCopy(old),
    new: maskedCopy(now),
    oldValue: oldValue === undefined ? undefined : maskedValue(oldValue, mayShow),
    newValue: newValue === undefined ? undefined : maskedValue(newValue, mayShow),
    annotations: annotations.filter(mayShow),
  };
}
