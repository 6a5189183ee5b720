import type { KeyPath } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import type { Side } from "../language/side.ts";

/** A lens with every rule at its place: within a scope paths are keys alone, and no claim lies below another. */
export interface ScopedLens {
  readonly data: LensData;
  readonly root: RuleScope;
  readonly named: ReadonlyMap<string, RuleScope>;
  readonly faults: readonly ScopeFault[];
}

/** The rules of one place: the body, an item of a list, a value of a map, a moved map. */
export interface RuleScope {
  readonly rules: readonly ScopeRule[];
}

/** A rule within its scope. */
export interface ScopeRule {
  /** Absent in what was made for rules with `[*]` or `{}` in their paths. */
  readonly data: RuleData | undefined;
  readonly from: readonly KeyPath[];
  readonly to: readonly KeyPath[];
  /** What is looked at beside the claims, by side. */
  readonly reads: Readonly<Record<Side, readonly KeyPath[]>>;
  readonly action: Action;
}

/**
 * What a rule does with its values: its op; an inner lens on the value, its items or its members; nothing, because a
 * rule of the scope around claims a place inside this one (hole).
 */
export type Action =
  | { readonly type: "op" }
  | { readonly type: "within" | "items" | "values"; readonly inner: RuleScope }
  | { readonly type: "named"; readonly lens: string }
  | { readonly type: "excluded" };

/** What is wrong with where a rule stands. */
export interface ScopeFault {
  readonly code: "E102" | "E103" | "E110" | "E112" | "E122";
  readonly path: string;
  readonly message: string;
  readonly rules: readonly (RuleData | undefined)[];
}
