import { isObject, type JsonObject } from "../../json/value.ts";
import type { MemberTests } from "../language/absence.ts";
import type { FirstSource, RuleData, VariantCase } from "../language/rule.ts";
import { isSourceOp } from "../ops/registry.ts";
import {
  commonRuleData,
  opSpecificOptions,
  type Rule,
  type RuleOptions,
  requireJson,
} from "./built-rule.ts";
import { type InnerRulesBuilder, innerRules } from "./inner-rules.ts";
import { isTypedPath, type RecordedPath, recordedPathOf, recordedText } from "./recorder.ts";
import {
  type ArgumentsAfterPath,
  bySide,
  recordedOnOtherSide,
  recordedPathText,
  sharedScope,
  sidesOf,
} from "./sides.ts";
import type { PathArgument, ReadablePath } from "./typed-path.ts";

/** The options of {@link first}. */
interface FirstOptions extends RuleOptions {
  /** The index of the source that the field's value is converted back to, or `all` for every source. Default 0. */
  readonly backTo?: number | "all";
}

/**
 * A field of one version that has several sources in the other version. Its value comes from the first source that is present. A
 * source is a path, or a value op or `each` with only its source path: `duration(v1.spec.timeout, "s")`.
 */
export function first(
  target: PathArgument,
  sources: readonly (PathArgument | Rule)[],
  { backTo, ...options }: FirstOptions = {},
): Rule {
  const one = recordedPathOf(target);
  const scope = sharedScope([one, ...sources.filter(isTypedPath).map(recordedPathOf)]);
  const texts = sources.map((source) => firstSourceOf(one, source));
  return {
    data: {
      op: "first",
      ...bySide(one.side, recordedPathText(one), texts),
      ...(backTo === undefined ? {} : { backTo }),
      ...commonRuleData(options, scope),
    },
    scope,
    uses: sources.flatMap((source) => (isRule(source) ? source.uses : [])),
  };
}

function isRule(source: PathArgument | Rule): source is Rule {
  return !isTypedPath(source) && source !== undefined && "data" in source;
}

function firstSourceOf(target: RecordedPath, source: PathArgument | Rule): FirstSource {
  if (!isRule(source)) return recordedPathText(recordedOnOtherSide(target, source));
  if (source.scope !== target.scope) {
    throw new TypeError(
      `a source of ${recordedText(target)} starts at ${source.scope.label}: use a path that starts at ${target.scope.label}`,
    );
  }
  return sourceOpOf(target, source.data);
}

/** Returns the data of a value op without the target's path, and without `inverted` if that is false. */
function sourceOpOf(target: RecordedPath, data: RuleData): FirstSource {
  const { op, from, to, inverted, ...own } = { inverted: false, ...data };
  const path = target.side === "from" ? to : from;
  if (typeof path !== "string" || !isSourceOp(op)) {
    throw new TypeError(
      `${op} is not a value op: it cannot be a source of ${recordedText(target)}`,
    );
  }
  const params = requireJson(own);
  return { op, path, ...(isObject(params) ? params : {}), ...(inverted ? { inverted } : {}) };
}

/** The names of a template's placeholders: `host` and `port` for `{host}:{port}`. */
type NameIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;

type TemplateParts<Template extends string> = {
  readonly [Name in NameIn<Template>]: PathArgument<string>;
};

/** Splits a text into the parts of a template: `split(v1.hostPort, "{host}:{port}", { host: v2.host, port: v2.port })`. */
export function split<T, const Template extends string>(
  whole: ReadablePath<T, string>,
  template: Template,
  parts: TemplateParts<Template>,
  options: RuleOptions = {},
): Rule {
  const one = recordedPathOf(whole);
  const places = fieldsOf(one, parts);
  return {
    data: {
      op: "split",
      ...bySide(one.side, recordedPathText(one), places.texts),
      template,
      ...commonRuleData(options, places.scope),
    },
    scope: places.scope,
    uses: [],
  };
}

/**
 * {@link split} written from the parts to the text: `template({ host: v1.host, port: v1.port }, "{host}:{port}",
 * v2.hostPort)`.
 */
export function template<T, const Template extends string>(
  parts: TemplateParts<Template>,
  text: Template,
  whole: ReadablePath<T, string>,
  options: RuleOptions = {},
): Rule {
  return split(whole, text, parts, options);
}

function fieldsOf(
  one: RecordedPath,
  fields: Readonly<Record<string, PathArgument>>,
): { readonly texts: Readonly<Record<string, string>>; readonly scope: RecordedPath["scope"] } {
  const places = Object.entries(fields).map(
    ([name, place]) => [name, recordedOnOtherSide(one, place)] as const,
  );
  return {
    texts: Object.fromEntries(places.map(([name, place]) => [name, recordedPathText(place)])),
    scope: sharedScope([one, ...places.map(([, place]) => place)]),
  };
}

/** The options of {@link entry}. */
interface EntryOptions extends RuleOptions {
  /** The members of an item that hold the name and the value. Default `name` and `value`. */
  readonly name?: string;
  readonly value?: string;
  /** Further members of the items, by item name: `{ id: { required: true } }`. */
  readonly members?: Readonly<Record<string, JsonObject>>;
}

/**
 * Fields in one version, and a list of `{name, value}` items in the other: `entry({ cpu: v1.cpu }, v2.limits)`. `fields` has
 * the field's path by the item's name.
 */
export function entry<U>(
  fields: Readonly<Record<string, PathArgument>>,
  list: ReadablePath<U, readonly object[]>,
  options: EntryOptions = {},
): Rule {
  const own = opSpecificOptions(options);
  const one = recordedPathOf(list);
  const places = fieldsOf(one, fields);
  return {
    data: {
      op: "entry",
      ...bySide(one.side, recordedPathText(one), places.texts),
      ...own,
      ...commonRuleData(options, places.scope),
    },
    scope: places.scope,
    uses: [],
  };
}

/** One case of {@link variant}. */
interface Case<T, U> {
  /**
   * Tests of the second path's map, by path below it. The case applies if all hold. Empty: the case for maps that no other case
   * matches.
   */
  readonly where: MemberTests;
  /** Rules for the members of the two maps in this case. */
  readonly rules?: InnerRulesBuilder<T, U>;
}

/** The tag and the cases of {@link variant}. */
interface Cases<T, U> {
  /** The path of the tag, below the first path. */
  readonly tag: string;
  /** The cases by value of the tag; `absent` is the case of a map without a tag. */
  readonly cases: Readonly<Record<string, Case<T, U>>>;
}

type VariantRest = [cases: Cases<unknown, unknown>, options?: RuleOptions | undefined];

/**
 * A map with a tag at the first path, such as `type: Http`; at the second path a map whose members show the case, such as `http:
 * {}`.
 */
export function variant<T, O>(
  path: ReadablePath<T, object, O>,
  cases: Cases<T, O>,
  options?: RuleOptions,
): Rule;
export function variant<T, U>(
  first: ReadablePath<T, object>,
  second: ReadablePath<U, object>,
  cases: Cases<T, U>,
  options?: RuleOptions,
): Rule;
export function variant(first: PathArgument, ...after: ArgumentsAfterPath<VariantRest>): Rule {
  const { rest, ...sides } = sidesOf<VariantRest>(first, after);
  const [{ tag, cases }, options = {}] = rest;
  const built = Object.entries(cases).map(([word, { where, rules }]) => {
    const inner = rules && innerRules(`case ${word} of variant`, sides, rules);
    const data: VariantCase = { where, ...(inner && { rules: inner.rules }) };
    return { word, data, uses: inner?.uses ?? [] };
  });
  return {
    data: {
      op: "variant",
      ...sides.pair,
      inverted: sides.inverted,
      tag,
      cases: Object.fromEntries(built.map(({ word, data }) => [word, data])),
      ...commonRuleData(options, sides.scope),
    },
    scope: sides.scope,
    uses: built.flatMap(({ uses }) => uses),
  };
}
