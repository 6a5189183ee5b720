import type { LensData } from "../language/rule.ts";
import type { Rule } from "./built-rule.ts";
import { buildInnerRules } from "./inner.ts";
import { lensesByName } from "./named.ts";
import { type PathScope, record } from "./recorder.ts";
import type { At, Body, Version } from "./reference.ts";

/** What a lens says besides its rules. */
export type LensOptions = Pick<LensData, "accept" | "examples" | "stash" | "file" | "waive">;

/**
 * A conversion between two versions, written once: what became of each field. `older` and `newer` are what
 * `generated.ts` exports under the versions' names; `old` and `now` are typed as they are. What no rule names is
 * identical on both sides. Throws a TypeError where a path is used that is none of the two versions' or of another
 * scope.
 */
export function lens<A, B>(
  older: Version<A>,
  newer: Version<B>,
  rules: (old: At<Body<A>, Body<B>>, now: At<Body<B>, Body<A>>) => readonly Rule[],
  options: LensOptions = {},
): LensData {
  const versions: PathScope["versions"] = { from: older.version, to: newer.version };
  const start = { label: "the object", isObject: true, versions };
  const built = buildInnerRules(start, (scope) =>
    rules(
      record<Body<A>, Body<B>>({ scope, side: "from", path: [] }),
      record<Body<B>, Body<A>>({ scope, side: "to", path: [] }),
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
