import type { ReferenceRule, ScalarType, TextRule } from "../language/rule.ts";
import { common, type Rule, type RuleOptions } from "./built-rule.ts";
import type { Of, Place } from "./reference.ts";
import { sidesOf } from "./sides.ts";

type Scalar = string | number | bigint | boolean;

/** What {@link convert} may say besides. */
export interface ConvertOptions extends RuleOptions {
  /** The types of the two paths, older version first, where the schemas do not tell. */
  readonly types?: readonly [from: ScalarType, to: ScalarType];
}

/** A scalar in canonical text in one version, an integer, number or boolean in the other. */
export function convert<T, O>(path: Of<T, Scalar, O>, options?: ConvertOptions): Rule;
export function convert<T, U>(
  first: Of<T, Scalar>,
  second: Of<U, Scalar>,
  options?: ConvertOptions,
): Rule;
export function convert(first: Place, ...after: readonly unknown[]): Rule {
  const { pair, scope, rest } = sidesOf<[ConvertOptions?]>(first, after);
  const { types, ...options } = rest[0] ?? {};
  return {
    data: { op: "convert", ...pair, ...(types === undefined ? {} : { types }), ...common(options) },
    scope,
    uses: [],
  };
}

/** YAML or JSON in a string at the first path, what it says at the second. */
export function text<T>(
  path: Of<T, string>,
  format: TextRule["format"],
  options?: RuleOptions,
): Rule;
export function text<T>(
  first: Of<T, string>,
  second: Place,
  format: TextRule["format"],
  options?: RuleOptions,
): Rule;
export function text(first: Place, ...after: readonly unknown[]): Rule {
  type Rest = [format: TextRule["format"], options?: RuleOptions];
  const { pair, inverted, scope, rest } = sidesOf<Rest>(first, after);
  const [format, options = {}] = rest;
  return { data: { op: "text", ...pair, inverted, format, ...common(options) }, scope, uses: [] };
}

/** What {@link reference} may say besides. */
export interface ReferenceOptions extends RuleOptions {
  /** `own`: the namespace at the first path is the object's. Without it a namespace is kept. */
  readonly namespace?: NonNullable<ReferenceRule["namespace"]>;
  /** The member for the group at the second path. Default `apiGroup`. */
  readonly group?: string;
}

/** `{apiVersion, kind, name}` at the first path, `{apiGroup, kind, name}` at the second; `versions` by group. */
export function reference<T>(
  path: Of<T, object>,
  versions: Readonly<Record<string, string>>,
  options?: ReferenceOptions,
): Rule;
export function reference<T, U>(
  first: Of<T, object>,
  second: Of<U, object>,
  versions: Readonly<Record<string, string>>,
  options?: ReferenceOptions,
): Rule;
export function reference(first: Place, ...after: readonly unknown[]): Rule {
  type Rest = [versions: Readonly<Record<string, string>>, options?: ReferenceOptions];
  const { pair, inverted, scope, rest } = sidesOf<Rest>(first, after);
  const [versions, { unreadable: _, narrow: __, ...own } = {}] = rest;
  return {
    data: { op: "reference", ...pair, inverted, versions, ...own, ...common(rest[1] ?? {}) },
    scope,
    uses: [],
  };
}
