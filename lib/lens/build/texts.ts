import type { ReferenceRule, ScalarType, TextRule } from "../language/rule.ts";
import { anyGroupText } from "../ops/group/any-group.ts";
import { commonRuleData, opSpecificOptions, type Rule, type RuleOptions } from "./built-rule.ts";
import { type ArgumentsAfterPath, sidesOf } from "./sides.ts";
import type { PathArgument, ReadablePath } from "./typed-path.ts";
import type { ClampOptions } from "./values.ts";

type Scalar = string | number | bigint | boolean;

/** The options of {@link convert}. */
interface ConvertOptions extends ClampOptions {
  /** The types of the two values, older version first. Needed where a schema does not declare its type. */
  readonly types?: readonly [from: ScalarType, to: ScalarType];
}

type ConvertRest = [options?: ConvertOptions | undefined];

/** Converts between a string and an integer, number or boolean: `"80"` and 80. `007` and `1.0` cannot be parsed. */
export function convert<T, O>(path: ReadablePath<T, Scalar, O>, options?: ConvertOptions): Rule;
export function convert<T, U>(
  first: ReadablePath<T, Scalar>,
  second: ReadablePath<U, Scalar>,
  options?: ConvertOptions,
): Rule;
export function convert(first: PathArgument, ...after: ArgumentsAfterPath<ConvertRest>): Rule {
  const { pair, scope, rest } = sidesOf<ConvertRest>(first, after);
  const [{ types, clamp, ...options } = {}] = rest;
  return {
    data: {
      op: "convert",
      ...pair,
      ...(types === undefined ? {} : { types }),
      ...(clamp !== undefined && { clamp }),
      ...commonRuleData(options, scope),
    },
    scope,
    uses: [],
  };
}

type TextRest = [format: TextRule["format"], options?: RuleOptions | undefined];

/** YAML or JSON in a string at the first path; the value that it holds at the second. */
export function text<T>(
  path: ReadablePath<T, string>,
  format: TextRule["format"],
  options?: RuleOptions,
): Rule;
export function text<T>(
  first: ReadablePath<T, string>,
  second: PathArgument,
  format: TextRule["format"],
  options?: RuleOptions,
): Rule;
export function text(first: PathArgument, ...after: ArgumentsAfterPath<TextRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<TextRest>(first, after);
  const [format, options = {}] = rest;
  return {
    data: { op: "text", ...pair, inverted, format, ...commonRuleData(options, scope) },
    scope,
    uses: [],
  };
}

/** The options of {@link reference}. */
interface ReferenceOptions extends RuleOptions {
  /** The API version to add to a group, if the first path has an apiVersion and the second only a group. */
  readonly version?: string;
  /** The API version of single groups, by group; others have `version`. The core group `""` has v1 by default. */
  readonly versions?: Readonly<Record<string, string>>;
  /** `own`: where only one version has the namespace, it is the object's own namespace. Without this option it is preserved. */
  readonly namespace?: NonNullable<ReferenceRule["namespace"]>;
  /** The member that holds the group at the second path. Default `apiGroup` or `group`. */
  readonly group?: string;
}

type ReferenceRest = [options?: ReferenceOptions | undefined];

/**
 * A reference to another object: `{apiVersion, kind, name}` at the first path; at the second it may be `{apiGroup, kind, name}`.
 */
export function reference<T, O>(path: ReadablePath<T, object, O>, options?: ReferenceOptions): Rule;
export function reference<T, U>(
  first: ReadablePath<T, object>,
  second: ReadablePath<U, object>,
  options?: ReferenceOptions,
): Rule;
export function reference(first: PathArgument, ...after: ArgumentsAfterPath<ReferenceRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<ReferenceRest>(first, after);
  const [options = {}] = rest;
  const own = opSpecificOptions(options);
  if (own.versions !== undefined && Object.hasOwn(own.versions, "*")) {
    throw new TypeError(`versions: ${anyGroupText}`);
  }
  return {
    data: { op: "reference", ...pair, inverted, ...own, ...commonRuleData(options, scope) },
    scope,
    uses: [],
  };
}
