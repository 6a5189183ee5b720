import type { LensData } from "../language/rule.ts";
import type { Rule } from "./built-rule.ts";
import { buildInnerRules } from "./inner-rules.ts";
import { lensesByName } from "./named-lens.ts";
import { type PathScope, pathProxy } from "./recorder.ts";
import type { Body, PathProxy, Version } from "./typed-path.ts";

/**
 * The parts of a lens other than its versions and rules: accepted narrowings, examples, how preserved values are stored, the
 * file name for messages, and waived laws.
 */
export type LensOptions = Pick<LensData, "accept" | "examples" | "stash" | "file" | "waive">;

/**
 * Defines the conversions between two versions, in both directions, as rules. `older` and `newer` are the exports of
 * `generated.ts` for the two versions. `rules` gets the typed paths of the older and the newer version. Fields without a
 * rule are the same in both versions. Throws a TypeError if a rule has a path of the wrong version, or one that starts
 * where the paths of another rule's inner rules start.
 */
export function lens<A, B>(
  older: Version<A>,
  newer: Version<B>,
  rules: (from: PathProxy<Body<A>, Body<B>>, to: PathProxy<Body<B>, Body<A>>) => readonly Rule[],
  options: LensOptions = {},
): LensData {
  const versions: PathScope["versions"] = { from: older.version, to: newer.version };
  const start = { label: "the object", isObject: true, versions };
  const built = buildInnerRules(start, (scope) =>
    rules(
      pathProxy<Body<A>, Body<B>>({ scope, side: "from", path: [] }),
      pathProxy<Body<B>, Body<A>>({ scope, side: "to", path: [] }),
    ),
  );
  const lenses = lensesByName(built.uses, versions);
  return {
    ...versions,
    rules: built.rules,
    ...(Object.keys(lenses).length > 0 && { lenses }),
    ...options,
  };
}
