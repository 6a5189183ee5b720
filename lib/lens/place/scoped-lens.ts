import type { Side } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import type { PartsData } from "../ops/op.ts";

/** A lens with its rules sorted into scopes. In a scope, paths consist of keys only, and no claim is below another. */
export interface ScopedLens {
  readonly data: LensData;
  readonly root: RuleScope;
  readonly named: ReadonlyMap<string, RuleScope>;
  readonly faults: readonly ScopeFault[];
}

/** The rules that apply to one value: the object, an item of a list, a value of a map, or a moved map. */
export interface RuleScope {
  readonly rules: readonly ScopeRule[];
}

/** A rule in its scope, with paths relative to the scope. */
export interface ScopeRule {
  /** Undefined for a container that was generated for paths with `[*]` or `{}`. */
  readonly data: RuleData | undefined;
  readonly from: readonly KeyPath[];
  readonly to: readonly KeyPath[];
  /** By side, the paths that the rule reads without claiming them. */
  readonly reads: Readonly<Record<Side, readonly KeyPath[]>>;
  /** By side, the paths of `beside`. A value preserved for the other side is discarded if a value at one of them changes. */
  readonly beside: Readonly<Record<Side, readonly KeyPath[]>>;
  /** By side, the paths that the rule's `fill` for that side reads, in its order, without those from the object's root (`$.`). */
  readonly fillReads: Readonly<Record<Side, readonly KeyPath[]>>;
  readonly action: RuleAction;
}

/**
 * What a rule does with its value: `op`: its op converts it. `within`, `items`, `values`: inner rules apply to the value, its
 * items or its values. `named`: a named lens applies. `excluded`: nothing, since a rule of the enclosing scope claims the path.
 */
export type RuleAction =
  | { readonly type: "op"; readonly parts?: ScopedParts | undefined }
  | { readonly type: "within" | "items" | "values"; readonly inner: RuleScope }
  | { readonly type: "named"; readonly lens: string }
  | { readonly type: "excluded" };

/** The parts of a value op's value, with the scope of the rules that convert each part. */
export interface ScopedParts extends Omit<PartsData, "rules"> {
  readonly inner: RuleScope;
}

/** What is wrong with a path of a rule, or with a named lens, whose name is then `path`. */
export interface ScopeFault {
  readonly code: "E102" | "E103" | "E110" | "E112" | "E120" | "E122";
  readonly path: string;
  readonly message: string;
  readonly rules: readonly (RuleData | undefined)[];
}
