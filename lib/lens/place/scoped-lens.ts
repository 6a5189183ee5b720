import type { Side } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import type { PartsData } from "../ops/op.ts";

/** A lens with its rules sorted into scopes. Within a scope paths consist of keys only, and no claim lies below another. */
export interface ScopedLens {
  readonly data: LensData;
  readonly root: RuleScope;
  readonly named: ReadonlyMap<string, RuleScope>;
  readonly faults: readonly ScopeFault[];
}

/** The rules that apply to one value: the body, an item of a list, a value of a map, a moved map. */
export interface RuleScope {
  readonly rules: readonly ScopeRule[];
}

/** A rule within its scope. */
export interface ScopeRule {
  /** Undefined for a container that was generated for paths with `[*]` or `{}`. */
  readonly data: RuleData | undefined;
  readonly from: readonly KeyPath[];
  readonly to: readonly KeyPath[];
  /** What is read without being claimed, by side. */
  readonly reads: Readonly<Record<Side, readonly KeyPath[]>>;
  /** By side: while the values at these paths stay the same, what is preserved for the other side applies. */
  readonly beside: Readonly<Record<Side, readonly KeyPath[]>>;
  /** What its `fill` for a side reads of that side, in its order, without what is of the object itself. */
  readonly fillReads: Readonly<Record<Side, readonly KeyPath[]>>;
  readonly action: Action;
}

/**
 * What a rule does with its values: its op; an inner lens on the value, its items or its members; nothing, because a
 * rule of the enclosing scope claims the path (excluded).
 */
export type Action =
  | { readonly type: "op"; readonly parts?: ScopedParts | undefined }
  | { readonly type: "within" | "items" | "values"; readonly inner: RuleScope }
  | { readonly type: "named"; readonly lens: string }
  | { readonly type: "excluded" };

/** The parts of an op's value, with the scope of the rules that convert each. */
export interface ScopedParts extends Omit<PartsData, "rules"> {
  readonly inner: RuleScope;
}

/** What is wrong with the paths of rules. */
export interface ScopeFault {
  readonly code: "E102" | "E103" | "E110" | "E112" | "E120" | "E122";
  readonly path: string;
  readonly message: string;
  readonly rules: readonly (RuleData | undefined)[];
}
