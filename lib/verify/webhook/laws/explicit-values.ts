import { type LawResult, lawFails } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { judgeRoundTrip } from "../../laws/round-trip.ts";
import { comesBackFromServer } from "../../laws/server-in-between.ts";
import { type ExplicitObject, explicitObjects } from "../../samples/explicit-objects.ts";
import type { Direction } from "../../subject.ts";
import { listedTrial } from "../../trial.ts";

/** Tries every field of the schema in turn, instead of random objects. */
export const explicitValuesLaw: Law = {
  name: "explicit-values",
  statement:
    "each field that is null, empty, zero or false, an integer beyond 2^53, or a list with an item twice, comes back as it was, also from the server",
  trial: (pair) =>
    listedTrial(
      () => explicitObjects(pair),
      (explicit) => comesBackAs(pair, explicit),
      (explicit, { object }) => ({ ...explicit, object: object(explicit.object) }),
    ),
};

function comesBackAs(pair: Direction, { path, object }: ExplicitObject): LawResult {
  const plain = judgeRoundTrip(pair, object);
  const result = plain.type === "ok" ? comesBackFromServer(pair, object) : plain;
  if (result.type !== "FAIL") return result;
  const { explanation } = result.fault;
  if (explanation.startsWith(`${path}: `)) return result;
  return lawFails({ ...result.fault, explanation: `${path}: ${explanation}` });
}
