import type { ReferenceRule, ScalarType, TextRule } from "../language/rule.ts";
import { anyGroupText } from "../ops/group/any-group.ts";
import { common, ownOptions, type Rule, type RuleOptions } from "./built-rule.ts";
import type { Of, Place } from "./reference.ts";
import { type AfterPath, sidesOf } from "./sides.ts";
import type { ClampOptions } from "./values.ts";

type Scalar = string | number | bigint | boolean;

/** What {@link convert} may say besides. */
interface ConvertOptions extends ClampOptions {
  /** The types of the two paths, older version first, where the schemas do not declare them. */
  readonly types?: readonly [from: ScalarType, to: ScalarType];
}

type ConvertRest = [options?: ConvertOptions | undefined];

/** A scalar in canonical text in one version, an integer, number or boolean in the other. */
export function convert<T, O>(path: Of<T, Scalar, O>, options?: ConvertOptions): Rule;
export function convert<T, U>(
  first: Of<T, Scalar>,
  second: Of<U, Scalar>,
  options?: ConvertOptions,
): Rule;
export function convert(first: Place, ...after: AfterPath<ConvertRest>): Rule {
  const { pair, scope, rest } = sidesOf<ConvertRest>(first, after);
  const [{ types, clamp, ...options } = {}] = rest;
  return {
    data: {
      op: "convert",
      ...pair,
      ...(types === undefined ? {} : { types }),
      ...(clamp !== undefined && { clamp }),
      ...common(options, scope),
    },
    scope,
    uses: [],
  };
}

type TextRest = [format: TextRule["format"], options?: RuleOptions | undefined];

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
export function text(first: Place, ...after: AfterPath<TextRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<TextRest>(first, after);
  const [format, options = {}] = rest;
  return {
    data: { op: "text", ...pair, inverted, format, ...common(options, scope) },
    scope,
    uses: [],
  };
}

/** What {@link reference} may say besides. */
interface ReferenceOptions extends RuleOptions {
  /** The version of each group, where apiVersion is a group at the second path. */
  readonly version?: string;
  /** The version by group, before `version`; `""` is the core group. */
  readonly versions?: Readonly<Record<string, string>>;
  /** `own`: the namespace at the first path is the object's. Without it a namespace is preserved. */
  readonly namespace?: NonNullable<ReferenceRule["namespace"]>;
  /** The member for the group at the second path. Default `apiGroup` or `group`. */
  readonly group?: string;
}

type ReferenceRest = [options?: ReferenceOptions | undefined];

/** `{apiVersion, kind, name}` at the first path, and at the second perhaps `{apiGroup, kind, name}`. */
export function reference<T, O>(path: Of<T, object, O>, options?: ReferenceOptions): Rule;
export function reference<T, U>(
  first: Of<T, object>,
  second: Of<U, object>,
  options?: ReferenceOptions,
): Rule;
export function reference(first: Place, ...after: AfterPath<ReferenceRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<ReferenceRest>(first, after);
  const [options = {}] = rest;
  const own = ownOptions(options);
  if (own.versions !== undefined && Object.hasOwn(own.versions, "*")) {
    throw new TypeError(`versions: ${anyGroupText}`);
  }
  return {
    data: { op: "reference", ...pair, inverted, ...own, ...common(options, scope) },
    scope,
    uses: [],
  };
}
