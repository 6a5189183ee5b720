import { type LawResult, lawFails } from "../law-result.ts";
import { objectOf } from "../samples/objects.ts";
import { type ScopeBody, smallScope } from "../small-scope.ts";
import type { Pair } from "../subject.ts";
import { listedTrial } from "../trial.ts";
import type { Law } from "./law.ts";
import { crash } from "./no-crash.ts";
import { comesBack } from "./round-trip.ts";
import { comesBackFromServer } from "./server-in-between.ts";

export const smallScopes: Law = {
  name: "small-scope",
  statement:
    "each field alone, absent, null, empty, with one value and with two, comes back the same, also from the server",
  trial: (pair) =>
    listedTrial(
      () => smallScope(pair.from.schema),
      (scope) => holdsAlone(pair, scope),
    ),
};

function holdsAlone(pair: Pair, { path, state, body }: ScopeBody): LawResult {
  const object = objectOf(pair.subject, pair.from, body);
  const plain = comesBack(pair, object);
  const result = plain.type === "ok" ? comesBackFromServer(pair, object) : plain;
  const reported = result.type === "crashed" ? crash(object, result.error) : result;
  if (reported.type !== "FAIL") return reported;
  const explanation = `${path} alone, ${state}: ${reported.fault.explanation}`;
  return lawFails({ ...reported.fault, explanation });
}
