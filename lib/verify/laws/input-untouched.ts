import { Allowance } from "../../converter/allowance.ts";
import type { ConverterInput } from "../../converter/converter.ts";
import { objectValidators } from "../../crd/validator/object-validators.ts";
import { equal } from "../../json/equal.ts";
import { mapAt, textMembers } from "../../json/members.ts";
import type { JsonObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { ConversionStep } from "../../kind/kind-steps.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { type LawResult, lawFails, lawOk } from "../law-result.ts";
import { bodyOf } from "../samples/object-body.ts";
import { anyObjects } from "../samples/objects.ts";
import type { Direction } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { differenceText } from "../values/differences.ts";
import { mutableCopy } from "../values/mutable-copy.ts";
import type { Law } from "./law.ts";

/**
 * Compares an object before and after its conversion, and converts a frozen object. Skipped if the conversion has several
 * steps.
 */
export const inputUntouchedLaw: Law = {
  name: "input-untouched",
  statement: "a conversion does not change its input",
  trial: (pair) => {
    const [step, ...more] = pair.subject.steps(pair.from.name, pair.to.name);
    if (step === undefined || more.length > 0) return undefined;
    return generatedTrial(anyObjects(pair), (object) => {
      const result = staysUntouched(step, object);
      return result === lawOk ? throwsNothing(pair, object) : result;
    });
  },
};

function staysUntouched({ edge, side }: ConversionStep, before: ReviewObject): LawResult {
  const given = mutableCopy(before);
  const source = convertibleCopy(given);
  try {
    (side === "from" ? edge.forward : edge.backward)(
      source,
      new Allowance({ validators: objectValidators }),
    );
  } catch (error) {
    return { type: "crashed", error };
  }
  const original = convertibleCopy(before);
  const after = asValue(source);
  if (stringify(after) === stringify(asValue(original))) return lawOk;
  const what = equal(after, asValue(original))
    ? "members were put in another order"
    : differenceText(asValue(original), after);
  return lawFails({ before, after, explanation: `the conversion changed its input: ${what}` });
}

/** Converts a frozen object: each write to it throws, even if the written value equals the present one. */
function throwsNothing({ subject, to }: Direction, object: ReviewObject): LawResult {
  const outcome = subject.convert(object, to.name);
  return outcome.type === "crashed" ? outcome : lawOk;
}

function convertibleCopy(object: JsonObject): ConverterInput {
  const metadata = metadataOf(object);
  return {
    body: bodyOf(object),
    labels: textMembers(mapAt(metadata, "labels")),
    annotations: textMembers(mapAt(metadata, "annotations")),
    name: "sample",
    namespace: "default",
  };
}

function asValue({ body, labels, annotations }: ConverterInput): JsonObject {
  return { ...body, metadata: { labels, annotations } };
}
