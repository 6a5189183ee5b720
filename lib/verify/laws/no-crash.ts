import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { bodySchema } from "../body-schema.ts";
import { InputMutated } from "../crashes.ts";
import { DrawState } from "../draw/draw.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { freeMap, freeValue } from "../draw/free-json.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../law-result.ts";
import { changeObject } from "../object-change.ts";
import { objectOf } from "../samples/object-body.ts";
import { anyObjects } from "../samples/objects.ts";
import type { Direction } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

/** Also converts objects that no schema allows. A conversion may refuse such an object, but must not throw. */
export const noCrashLaw: Law = {
  name: "no-crash",
  statement: "a conversion converts or refuses every object, whatever its JSON, and never throws",
  trial: (pair) => generatedTrial(objectsOfAnyForm(pair), (object) => doesNotCrash(pair, object)),
};

/** {@link anyObjects}, except that about one in five has arbitrary JSON as the values of its top-level members. */
export function objectsOfAnyForm(pair: Direction): DrawnArbitrary<ReviewObject> {
  const { subject, from } = pair;
  const usual = anyObjects(pair);
  return new DrawnArbitrary({
    make: (random) => {
      const draw = new DrawState(random);
      return draw.chance(0.2)
        ? objectOf(subject, from, foreignBody(from.schema, draw))
        : usual.generate(random).value;
    },
    smaller: (object) => usual.smaller(object),
    first: () => usual.first,
    change: changeObject,
  });
}

/** A body with arbitrary JSON at the schema's top-level members, and with members that the schema does not declare. */
function foreignBody(schema: Structural, draw: DrawState): JsonObject {
  const names = [...(bodySchema(schema).properties?.keys() ?? [])];
  const known = names.filter(() => draw.chance(0.7)).map((name) => [name, freeValue(draw, 4)]);
  return { ...freeMap(draw, 3), ...Object.fromEntries(known) };
}

function doesNotCrash({ subject, to }: Direction, before: ReviewObject): LawResult {
  const outcome = subject.convert(before, to.name);
  if (outcome.type === "converted") return lawOk;
  return outcome.type === "refused" ? lawRefused : crashFailure(before, outcome.error);
}

/** The failed result for a conversion that threw `error`. */
export function crashFailure(before: ReviewObject, error: unknown): LawResult {
  if (error instanceof InputMutated) return lawFails({ before, explanation: error.message });
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return lawFails({ before, explanation: `the conversion threw ${text}` });
}
