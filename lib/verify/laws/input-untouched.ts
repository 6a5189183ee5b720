import { Allowance } from "../../converter/allowance.ts";
import type { Convertible, StringMap } from "../../converter/converter.ts";
import { preparedValidators } from "../../crd/validator/object-validator.ts";
import { equal } from "../../json/equal.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { PathStep } from "../path-steps.ts";
import { anyObjects, bodyOf } from "../samples/objects.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { differenceText } from "../values/differences.ts";
import { mutableCopy } from "../values/mutable-copy.ts";
import { broken, kept, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";

export const inputUntouched: Law = {
  name: "input-untouched",
  statement: "a conversion leaves the object that it is given as it was",
  trial: (pair) => {
    const [step, ...more] = pair.subject.steps(pair.from.name, pair.to.name);
    if (step === undefined || more.length > 0) return undefined;
    return generatedTrial(anyObjects(pair), (object) => {
      const verdict = staysUntouched(step, object);
      return verdict === kept ? throwsNothing(pair, object) : verdict;
    });
  },
};

function staysUntouched({ edge, side }: PathStep, before: ReviewObject): Verdict {
  const given = mutableCopy(before);
  const source = convertible(given);
  try {
    (side === "from" ? edge.forward : edge.backward)(
      source,
      new Allowance({ validators: preparedValidators }),
    );
  } catch (error) {
    return { type: "crashed", error };
  }
  const original = convertible(before);
  const after = asValue(source);
  if (stringify(after) === stringify(asValue(original))) return kept;
  const what = equal(after, asValue(original))
    ? "members were put in another order"
    : differenceText(asValue(original), after);
  return broken({ before, after, explanation: `the input was written to: ${what}` });
}

/** Finds writes that change nothing, as those of what was there before: a frozen object refuses them too. */
function throwsNothing({ subject, to }: Pair, object: ReviewObject): Verdict {
  const outcome = subject.convert(object, to.name);
  return outcome.type === "crashed" ? outcome : kept;
}

function convertible(object: JsonObject): Convertible {
  const metadata = member(object, "metadata");
  return {
    body: bodyOf(object),
    labels: stringsAt(metadata, "labels"),
    annotations: stringsAt(metadata, "annotations"),
    name: "sample",
    namespace: "default",
  };
}

function stringsAt(metadata: JsonValue | undefined, field: string): StringMap {
  const map = isObject(metadata) ? member(metadata, field) : undefined;
  const strings: Record<string, string> = {};
  for (const [key, value] of Object.entries(isObject(map) ? map : {})) {
    if (typeof value === "string") strings[key] = value;
  }
  return strings;
}

function asValue({ body, labels, annotations }: Convertible): JsonObject {
  return { ...body, metadata: { labels, annotations } };
}
