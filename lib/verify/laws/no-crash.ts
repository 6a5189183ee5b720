import fc from "fast-check";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { bodySchema } from "../body-schema.ts";
import { InputWritten } from "../crashes.ts";
import { Draw } from "../draw/draw.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { freeMap, freeValue } from "../draw/free-json.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../law-result.ts";
import { anyObjects, objectOf } from "../samples/objects.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

export const noCrash: Law = {
  name: "no-crash",
  statement: "whatever JSON an object holds, a conversion converts or refuses it, and never throws",
  trial: (pair) =>
    generatedTrial(
      fc.oneof(
        { weight: 4, arbitrary: anyObjects(pair) },
        { weight: 1, arbitrary: foreignObjects(pair) },
      ),
      (object) => doesNotCrash(pair, object),
    ),
};

/** Objects with any JSON below the schema's outermost members, and with members that the schema does not declare. */
function foreignObjects({ subject, from }: Pair): fc.Arbitrary<ReviewObject> {
  const names = [...(bodySchema(from.schema).properties?.keys() ?? [])];
  const bodies = new DrawnArbitrary({
    make: (random) => {
      const draw = new Draw(random);
      const known = names.filter(() => draw.chance(0.7)).map((name) => [name, freeValue(draw, 4)]);
      return { ...freeMap(draw, 3), ...Object.fromEntries(known) };
    },
    smaller: smallerMaps,
  });
  return bodies.map((body) => objectOf(subject, from, body));
}

function doesNotCrash({ subject, to }: Pair, before: ReviewObject): LawResult {
  const outcome = subject.convert(before, to.name);
  if (outcome.type === "converted") return lawOk;
  return outcome.type === "refused" ? lawRefused : crash(before, outcome.error);
}

/** The fault of a conversion that threw. */
export function crash(before: ReviewObject, error: unknown): LawResult {
  if (error instanceof InputWritten) return lawFails({ before, explanation: error.message });
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return lawFails({ before, explanation: `the conversion threw ${text}` });
}
