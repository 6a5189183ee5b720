import { pathText } from "../../lens/language/path.ts";
import { bodySchema } from "../body-schema.ts";
import { type LawResult, lawFails } from "../law-result.ts";
import { ruleLiterals } from "../rules/rule-literals.ts";
import { bodyOfValue } from "../rules/set-value.ts";
import { objectOf } from "../samples/object-body.ts";
import { type ScopeBody, smallScope } from "../small-scope.ts";
import type { Direction } from "../subject.ts";
import { listedTrial } from "../trial.ts";
import type { Law } from "./law.ts";
import { crashFailure } from "./no-crash.ts";
import { judgeRoundTrip } from "./round-trip.ts";
import { comesBackFromServer } from "./server-in-between.ts";

/** Tries a fixed list of small objects instead of random ones, so that each small case is tried in every run. */
export const smallScopeLaw: Law = {
  name: "small-scope",
  statement:
    "each field by itself (absent, null, empty, with one value, with two, with each value that its rule names) survives round-trip and server-in-between",
  trial: (pair) =>
    listedTrial(
      () => [...smallScope(pair.from.schema), ...ownScopes(pair)],
      (scope) => holdsAlone(pair, scope),
    ),
};

/** For each value that a rule names, a body with only that value, at the rule's path. */
function ownScopes(pair: Direction): readonly ScopeBody[] {
  const schema = bodySchema(pair.from.schema);
  return ruleLiterals(pair).map(({ path, value }) => ({
    path: pathText(path),
    state: "own",
    body: bodyOfValue(schema, path, value),
  }));
}

const stateTexts: Readonly<Record<ScopeBody["state"], string>> = {
  absent: "absent",
  null: "null",
  empty: "empty",
  one: "with one value",
  two: "with two values",
  own: "with a value that its rule names",
};

function holdsAlone(pair: Direction, { path, state, body }: ScopeBody): LawResult {
  const object = objectOf(pair.subject, pair.from, body);
  const plain = judgeRoundTrip(pair, object);
  const result = plain.type === "ok" ? comesBackFromServer(pair, object) : plain;
  const reported = result.type === "crashed" ? crashFailure(object, result.error) : result;
  if (reported.type !== "FAIL") return reported;
  const explanation = `${path} alone, ${stateTexts[state]}: ${reported.fault.explanation}`;
  return lawFails({ ...reported.fault, explanation });
}
