import { otherSide, type Side } from "../../converter/side.ts";
import { lazily } from "../../json/lazily.ts";
import type { JsonObject } from "../../json/value.ts";
import { InvalidLens } from "../language/invalid-lens.ts";
import { pathText } from "../language/path.ts";
import type { SchemaNode, SchemaPair } from "../language/schema-node.ts";
import {
  type ConversionRun,
  type ConvertValue,
  exceedsDeadline,
  unparsable,
  type ValueCodec,
} from "../ops/codec.ts";
import { claimedPaths, filledPaths } from "../place/claimed-paths.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "../place/scoped-lens.ts";
import { unrepresentablePlaces } from "../place/unrepresentable-places.ts";
import type { UnrepresentablePlace } from "../place/unrepresentable-tree.ts";
import { wholeValueSideIn } from "../place/whole-value.ts";
import type { Compilation, LensTools, Merger } from "./compilation.ts";
import { absenceAtRulePath, directedRule } from "./direct-rule.ts";
import { passOf } from "./pass.ts";
import { type RepresentationLimits, representableOnly } from "./representable.ts";
import { ruleCodec } from "./rule-codec.ts";
import { passFromWholeValue, passToWholeValue, withWholeAsMember } from "./whole-value.ts";

/** A compiled lens: `forward` converts an object of the version `from` to the version `to`, `backward` the other way. */
export interface CompiledLens {
  readonly forward: ConvertValue;
  readonly backward: ConvertValue;
  /** By side, what the version can't represent; undefined if it can represent everything. */
  readonly places: Readonly<Record<Side, () => UnrepresentablePlace | undefined>>;
  /** The rules that can merge a preserved value with the current one. */
  readonly merges: ReadonlyMap<ScopeRule, Merger>;
}

/**
 * Compiles a lens for the schemas of its two versions. `declared` has the same schemas in the form of the CRD. Throws a TypeError
 * if a tool is missing, such as the YAML reader.
 */
export function compileLens(
  lens: ScopedLens,
  schemas: SchemaPair,
  declared: Readonly<Record<Side, JsonObject | undefined>>,
  tools: LensTools = {},
): CompiledLens {
  const namedCodecs = new Map<string, Map<SchemaNode, Map<SchemaNode, ValueCodec>>>();
  const compilation: Compilation = {
    tools,
    merges: new Map(),
    scope: (scope, pair) => scopeCodec(scope, pair, compilation),
    named: (name, pair) => {
      const known = namedCodecs.get(name)?.get(pair.from)?.get(pair.to);
      if (known !== undefined) return known;
      const codec = lazyCodec(() => {
        const scope = lens.named.get(name);
        if (scope === undefined) throw new InvalidLens(`there is no lens ${name}`);
        return scopeCodec(scope, pair, compilation);
      });
      const byFrom = namedCodecs.get(name) ?? new Map<SchemaNode, Map<SchemaNode, ValueCodec>>();
      const byTo = byFrom.get(pair.from) ?? new Map<SchemaNode, ValueCodec>();
      namedCodecs.set(name, byFrom.set(pair.from, byTo.set(pair.to, codec)));
      return codec;
    },
  };
  const { forward, backward } = scopeCodec(lens.root, schemas, compilation, true);
  const places = {
    from: lazily(() => unrepresentablePlaces(lens, "from", schemas)),
    to: lazily(() => unrepresentablePlaces(lens, "to", schemas)),
  };
  const representableOf = (side: Side): RepresentationLimits => {
    const claimed = lazily(() => claimedPaths(lens, side));
    const filled = lazily(() => filledPaths(lens, side));
    return {
      place: places[side](),
      declared: declared[side],
      mayLack: (path) => claimed().has(pathText(path)),
      isFilled: (path) => filled().has(pathText(path)),
      absenceAt: ({ rule, schemas: pair }) => absenceAtRulePath(side, rule, pair, compilation),
    };
  };
  const limited = (pass: ConvertValue, source: Side): ConvertValue => {
    const limitedPass = lazily(() => {
      const target = otherSide(source);
      return representableOnly(
        pass,
        representableOf(source),
        representableOf(target),
        both[target],
      );
    });
    return (value, run) => limitedPass()(value, run);
  };
  const both = { from: limited(forward, "from"), to: limited(backward, "to") };
  return {
    forward: both.from,
    backward: both.to,
    places,
    merges: compilation.merges,
  };
}

/** A codec that is created at its first use, since a lens may include itself. */
function lazyCodec(make: () => ValueCodec): ValueCodec {
  let codec: ValueCodec | undefined;
  const get = (): ValueCodec => {
    codec ??= make();
    return codec;
  };
  return {
    forward: (value, run) => get().forward(value, run),
    backward: (value, run) => get().backward(value, run),
    exactForward: true,
    exactBackward: true,
  };
}

/** Compiles the rules of a scope into a codec, which sets {@link ConversionRun.isInexact} itself. */
function scopeCodec(
  scope: RuleScope,
  schemas: SchemaPair,
  compilation: Compilation,
  isObject = false,
): ValueCodec {
  const codecs = scope.rules.map((rule) => ruleCodec(rule, schemas, compilation));
  const whole = wholeValueSideIn(scope);
  const applied = whole === undefined ? scope : withWholeAsMember(scope, whole);
  const pair = whole === undefined ? schemas : { ...schemas, [whole]: "free" as const };
  const pass = (source: Side): ConvertValue => {
    const direction = { source, schemas: pair, isObject, compilation };
    const rules = applied.rules.map((rule, index) => directedRule(rule, codecs[index], direction));
    const one = passOf(applied, direction, rules);
    if (whole === undefined) return one;
    return whole === source ? passFromWholeValue(one, scope, whole) : passToWholeValue(one);
  };
  return {
    forward: scopePass(() => pass("from")),
    backward: scopePass(() => pass("to")),
    exactForward: true,
    exactBackward: true,
  };
}

/**
 * How many lists of rules may be nested on one value. Each list that applies to a part of a value is one level, so a lens that
 * includes itself within `each` takes two levels for each level of the data. A level takes up to 1.5 kB of stack in code that has
 * never run before. 250 take two fifths of V8's stack of 984 kB, so a cold process converts what a warm one does.
 */
export const maxLensDepth = 250;

/**
 * Runs a list of rules, which is compiled at the first call so that a cold start doesn't pay for a direction that is not used.
 * The run has a fault if lists are nested more than {@link maxLensDepth} deep, or if the deadline has passed.
 */
function scopePass(make: () => ConvertValue): ConvertValue {
  let pass: ConvertValue | undefined;
  return (value, run) => {
    if (run.depth >= maxLensDepth) {
      const message = `is nested more than ${maxLensDepth} levels of rules deep`;
      run.fault = { code: "ObjectTooDeep", path: "", message };
      return unparsable;
    }
    if (exceedsDeadline(run, 1)) return unparsable;
    pass ??= make();
    run.depth += 1;
    const image = pass(value, run);
    run.depth -= 1;
    return image;
  };
}
