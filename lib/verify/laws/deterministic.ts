import { equal } from "../../json/equal.ts";
import { stringify } from "../../json/write.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { converted } from "../round-trip.ts";
import { anyObjects } from "../samples/objects.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { differenceText } from "../values/differences.ts";
import { broken, kept, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";

export const deterministic: Law = {
  name: "deterministic",
  statement: "the same object gives the same bytes each time",
  trial: (pair) => generatedTrial(anyObjects(pair), (object) => isSameTwice(pair, object)),
};

function isSameTwice({ subject, to }: Pair, before: ReviewObject): Verdict {
  const once = converted(subject, before, to.name);
  if (!once.ok) return once.verdict;
  const twice = converted(subject, before, to.name);
  if (!twice.ok) return twice.verdict;
  const [after, home] = [once.object, twice.object];
  if (stringify(after) === stringify(home)) return kept;
  const what = equal(after, home)
    ? "members in another order"
    : differenceText(after, home, "then");
  return broken({ before, after, home, explanation: `the second time (shown last): ${what}` });
}
