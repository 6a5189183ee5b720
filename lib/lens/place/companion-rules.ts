import { type Side, sides } from "../../converter/side.ts";
import { objectPathIn, pathsReadByFill } from "../language/absence.ts";
import type { KeyPath } from "../language/path.ts";
import { isNameOrNamespace } from "./metadata-paths.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** True if a rule of the lens has `beside`, or a `fill` that reads other values. */
export function usesCompanions({ root, named }: ScopedLens): boolean {
  return [root, ...named.values()].some(scopeUsesCompanions);
}

function scopeUsesCompanions({ rules }: RuleScope): boolean {
  return rules.some(
    (rule) =>
      sides.some((side) => rule.beside[side].length + fillSources(rule, side).length > 0) ||
      ("inner" in rule.action && scopeUsesCompanions(rule.action.inner)),
  );
}

/**
 * The paths that a rule's `fill` for a side reads. What is preserved for the rule's path on that side (a value, or that it was
 * absent) is discarded if the value at one of the read paths changes. `isOfObject`: the path starts at the object. The object's
 * name and namespace are left out: they never change.
 */
export function fillSources({ data, fillReads }: ScopeRule, side: Side): readonly PathReadByFill[] {
  let own = 0;
  return pathsReadByFill(data?.fill?.[side]).flatMap((text): readonly PathReadByFill[] => {
    const ofObject = objectPathIn(text);
    if (ofObject !== undefined)
      return isNameOrNamespace(ofObject) ? [] : [{ path: ofObject, isOfObject: true }];
    const path = fillReads[side][own++];
    return path === undefined ? [] : [{ path, isOfObject: false }];
  });
}

interface PathReadByFill {
  readonly path: KeyPath;
  readonly isOfObject: boolean;
}
