import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk } from "../law-result.ts";
import { converted, expectedReturn, mustConvert, returnFault } from "../round-trip.ts";
import { validObjects } from "../samples/objects.ts";
import { serverPass } from "../server-pass.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

export const serverInBetween: Law = {
  name: "server-in-between",
  statement:
    "an object comes back the same when the server prunes it and sets defaults at the other version",
  trial: (pair) =>
    generatedTrial(validObjects(pair), (object) => comesBackFromServer(pair, object)),
};

/**
 * Whether an object comes back the same when the server prunes and defaults it at both versions. A default of the target
 * version alone may fill a field that was absent; nothing else may change.
 */
export function comesBackFromServer(pair: Pair, object: ReviewObject): LawResult {
  const { subject, from, to } = pair;
  const before = serverPass(object, from);
  const there = converted(subject, before, to.name);
  if (!there.ok) return there.result;
  const after = serverPass(there.object, to);
  const back = mustConvert(subject, after, from.name, { before, after });
  if (!back.ok) return back.result;
  const returned = serverPass(back.object, from);
  const expected = expectedReturn(pair, before);
  if (expected === undefined) return lawOk;
  const held = serverPass(expected, from);
  const explanation = returnFault(held, returned, pair, "between");
  if (explanation === undefined || isFilledOnly(held, returned)) return lawOk;
  return lawFails({ before, after, returned, explanation });
}

/** True where the returned value holds all of the other, and more only as members of maps. */
function isFilledOnly(held: JsonValue | undefined, returned: JsonValue | undefined): boolean {
  if (isObject(held) && isObject(returned)) {
    return Object.keys(held).every((key) => isFilledOnly(member(held, key), member(returned, key)));
  }
  if (isArray(held) && isArray(returned) && held.length === returned.length) {
    return held.every((item, index) => isFilledOnly(item, returned[index]));
  }
  return equal(held, returned);
}
