import { objectOf } from "../samples/objects.ts";
import { type ScopeBody, smallScope } from "../small-scope.ts";
import type { Pair } from "../subject.ts";
import { listedTrial } from "../trial.ts";
import { broken, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";
import { crash } from "./no-crash.ts";
import { comesBack } from "./round-trip.ts";
import { comesBackFromServer } from "./server-in-between.ts";

export const smallScopes: Law = {
  name: "small-scope",
  statement:
    "each field alone, absent, null, empty, with one value and with two, comes back, also from the server",
  trial: (pair) =>
    listedTrial(
      () => smallScope(pair.from.schema),
      (scope) => holdsAlone(pair, scope),
    ),
};

function holdsAlone(pair: Pair, { path, state, body }: ScopeBody): Verdict {
  const object = objectOf(pair.subject, pair.from, body);
  const plain = comesBack(pair, object);
  const verdict = plain.type === "kept" ? comesBackFromServer(pair, object) : plain;
  const said = verdict.type === "crashed" ? crash(object, verdict.error) : verdict;
  if (said.type !== "broken") return said;
  const explanation = `${path} alone, ${state}: ${said.fault.explanation}`;
  return broken({ ...said.fault, explanation });
}
