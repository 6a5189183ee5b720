import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { converted, expectedHome, homeFault, mustConvert } from "../round-trip.ts";
import { validObjects } from "../samples/objects.ts";
import { serverPass } from "../server-pass.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { broken, kept, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";

export const serverInBetween: Law = {
  name: "server-in-between",
  statement:
    "an object comes back also when the server prunes it and sets defaults at the other version",
  trial: (pair) =>
    generatedTrial(validObjects(pair), (object) => comesBackFromServer(pair, object)),
};

/**
 * Whether an object as the server holds it comes back, when the server holds it at the other version meanwhile. Where the
 * server fills a field there that has no default here, the field is filled here too: nothing else may change.
 */
export function comesBackFromServer(pair: Pair, object: ReviewObject): Verdict {
  const { subject, from, to } = pair;
  const before = serverPass(object, from);
  const there = converted(subject, before, to.name);
  if (!there.ok) return there.verdict;
  const after = serverPass(there.object, to);
  const back = mustConvert(subject, after, from.name, { before, after });
  if (!back.ok) return back.verdict;
  const home = serverPass(back.object, from);
  const expected = expectedHome(pair, before);
  if (expected === undefined) return kept;
  const held = serverPass(expected, from);
  const explanation = homeFault(held, home, pair, "between");
  if (explanation === undefined || isFilledOnly(held, home)) return kept;
  return broken({ before, after, home, explanation });
}

/** True where a value holds all that the other holds, and more only as members of maps. */
function isFilledOnly(held: JsonValue | undefined, home: JsonValue | undefined): boolean {
  if (isObject(held) && isObject(home)) {
    return Object.keys(held).every((key) => isFilledOnly(member(held, key), member(home, key)));
  }
  if (isArray(held) && isArray(home) && held.length === home.length) {
    return held.every((item, index) => isFilledOnly(item, home[index]));
  }
  return equal(held, home);
}
