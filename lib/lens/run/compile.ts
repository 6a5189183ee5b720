import { known } from "../../json/invariant.ts";
import type { JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import {
  admits,
  isRequired,
  itemNode,
  type SchemaNode,
  type SchemaPair,
  schemasAt,
  valueNode,
} from "../language/schema-node.ts";
import { otherSide, type Side } from "../language/side.ts";
import {
  isLate,
  type ManyCodec,
  type One,
  type OneCodec,
  type OrientedCodec,
  type Run,
  unreadable,
} from "../ops/codec.ts";
import { identityCodec } from "../ops/identity.ts";
import { opOf } from "../ops/registry.ts";
import { trialRun } from "../ops/run-state.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "../place/scoped-lens.ts";
import type { Compilation, LensTools, Merger } from "./compilation.ts";
import type { DirectedRule, FilledBack } from "./directed-rule.ts";
import { itemsPass, valuesPass } from "./items-pass.ts";
import { opCodec } from "./op-codec.ts";
import { passOf } from "./pass.ts";

/** A compiled lens: forward converts bodies of the older version to the newer one, backward the other way. */
export interface CompiledLens {
  readonly forward: One;
  readonly backward: One;
  /** Rules that can merge a preserved value with the current one. */
  readonly merges: ReadonlyMap<ScopeRule, Merger>;
}

/** Compiles a lens for bodies of two schemas. Error: throws a TypeError where a tool is missing. */
export function compileLens(
  lens: ScopedLens,
  schemas: SchemaPair,
  tools: LensTools = {},
): CompiledLens {
  const ready = new Map<string, Map<SchemaNode, Map<SchemaNode, OneCodec>>>();
  const compilation: Compilation = {
    tools,
    merges: new Map(),
    scope: (scope, pair) => scopeCodec(scope, pair, compilation),
    named: (name, pair) => {
      const known = ready.get(name)?.get(pair.from)?.get(pair.to);
      if (known !== undefined) return known;
      const codec = lateCodec(() => {
        const scope = lens.named.get(name);
        if (scope === undefined) throw new TypeError(`there is no lens ${name}`);
        return scopeCodec(scope, pair, compilation);
      });
      const byFrom = ready.get(name) ?? new Map<SchemaNode, Map<SchemaNode, OneCodec>>();
      const byTo = byFrom.get(pair.from) ?? new Map<SchemaNode, OneCodec>();
      ready.set(name, byFrom.set(pair.from, byTo.set(pair.to, codec)));
      return codec;
    },
  };
  return { ...scopeCodec(lens.root, schemas, compilation), merges: compilation.merges };
}

/** A codec that is created at its first use: a lens may use itself. */
function lateCodec(make: () => OneCodec): OneCodec {
  let codec: OneCodec | undefined;
  const get = (): OneCodec => {
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

/** An inner lens as a codec, which sets {@link Run.isInexact} itself. */
function scopeCodec(scope: RuleScope, schemas: SchemaPair, compilation: Compilation): OneCodec {
  const codecs = scope.rules.map((rule) => ruleCodec(rule, schemas, compilation));
  const wire = (source: Side): readonly DirectedRule[] =>
    scope.rules.map((rule, index) => directed(rule, codecs[index], source, schemas));
  return {
    forward: scopePass(() => passOf(scope, "from", schemas, wire("from"))),
    backward: scopePass(() => passOf(scope, "to", schemas, wire("to"))),
    exactForward: true,
    exactBackward: true,
  };
}

/**
 * How deep rules may nest on one value: each list of rules that applies to a part of a value is one level, so a lens that
 * uses itself within `each` takes two for each level of the data. A level takes up to 1.5 kB of stack in code that has never
 * run before. 250 take two fifths of V8's 984 kB, so a cold process converts what a warm one does.
 */
export const maxLensDepth = 250;

/**
 * A pass of a list of rules that is compiled at its first call: a cold start does not pay for unused directions. Faults:
 * passes nested more than {@link maxLensDepth} deep, a deadline that has passed.
 */
function scopePass(make: () => One): One {
  let pass: One | undefined;
  return (value, run) => {
    if (run.depth >= maxLensDepth) {
      run.fault = { path: "", message: `nests deeper than ${maxLensDepth} levels of rules` };
      return unreadable;
    }
    if (isLate(run, 1)) return unreadable;
    pass ??= make();
    run.depth += 1;
    const image = pass(value, run);
    run.depth -= 1;
    return image;
  };
}

/** The codec of a rule, from the older side to the newer; undefined for rules that convert no values. */
type RuleCodec =
  | { readonly type: "one"; readonly codec: OneCodec }
  | { readonly type: "many"; readonly codec: ManyCodec }
  | undefined;

function one(codec: OneCodec): RuleCodec {
  return { type: "one", codec };
}

function ruleCodec(rule: ScopeRule, schemas: SchemaPair, compilation: Compilation): RuleCodec {
  const { action, data } = rule;
  const at = schemasAt(rule, schemas);
  switch (action.type) {
    case "within":
      return one(compilation.scope(action.inner, at));
    case "named":
      return one(compilation.named(action.lens, at));
    case "items": {
      const inner = { from: itemNode(at.from), to: itemNode(at.to) };
      return one(eachCodec(compilation.scope(action.inner, inner), inner, itemsPass));
    }
    case "values": {
      const inner = { from: valueNode(at.from), to: valueNode(at.to) };
      return one(eachCodec(compilation.scope(action.inner, inner), inner, valuesPass));
    }
    case "excluded":
      return undefined;
    case "op":
      return data === undefined
        ? one(identityCodec)
        : orientedCodec(opCodec(data, rule, schemas, compilation), rule, compilation);
  }
}

/** The codec of an op in the direction of the lens; a merge of it is registered. */
function orientedCodec(
  given: OrientedCodec | undefined,
  rule: ScopeRule,
  { merges }: Compilation,
): RuleCodec {
  if (given === undefined) return undefined;
  const { isInverted } = given;
  if (given.type === "many") {
    return { type: "many", codec: isInverted ? inverted(given.codec) : given.codec };
  }
  const { merge } = given.codec;
  if (merge !== undefined) merges.set(rule, { side: isInverted ? "to" : "from", merge });
  return one(isInverted ? inverted(given.codec) : given.codec);
}

interface TwoWay<F> {
  readonly forward: F;
  readonly backward: F;
  readonly exactForward: boolean;
  readonly exactBackward: boolean;
  readonly reportsInexact?: boolean;
}

function inverted<F>(codec: TwoWay<F>): TwoWay<F> {
  const { forward, backward, exactForward, exactBackward } = codec;
  return {
    ...codec,
    forward: backward,
    backward: forward,
    exactForward: exactBackward,
    exactBackward: exactForward,
  };
}

function eachCodec(inner: OneCodec, schemas: SchemaPair, pass: typeof itemsPass): OneCodec {
  const isAdmitted = admittedByBoth(schemas);
  const stays =
    (inverse: One) =>
    (item: JsonValue, run: Run): boolean =>
      isAdmitted(item) && inverse(item, trialRun(run)) === unreadable;
  return {
    forward: pass(inner.forward, stays(inner.backward)),
    backward: pass(inner.backward, stays(inner.forward)),
    exactForward: true,
    exactBackward: true,
  };
}

function admittedByBoth({ from, to }: SchemaPair): (value: JsonValue) => boolean {
  return (value) => admits(from, value) && admits(to, value);
}

function directed(
  rule: ScopeRule,
  codec: RuleCodec,
  source: Side,
  schemas: SchemaPair,
): DirectedRule {
  if (codec === undefined) return directedOneSided(rule, source);
  if (codec.type === "many") return directedMany(rule, codec.codec, source);
  const { data } = rule;
  const path = known(rule[source][0], "a rule on one value has one path on either side");
  const target = known(
    rule[otherSide(source)][0],
    "a rule on one value has one path on either side",
  );
  return {
    type: "one",
    source: path,
    target,
    ...inDirection(codec.codec, source),
    ...failOf(data),
    ...fillOf(data, source, fillingOf(rule, schemas)),
    ...(samePath(path, target) ? { stays: admittedByBoth(schemasAt(rule, schemas)) } : {}),
  };
}

function directedMany(rule: ScopeRule, codec: ManyCodec, source: Side): DirectedRule {
  const [sources, targets] = [rule[source], rule[otherSide(source)]];
  const reads = rule.reads[source];
  const assumesInexact = rule.reads.from.length + rule.reads.to.length > 0;
  const { data } = rule;
  const op = data && opOf(data);
  const parts = {
    ...inDirection(codec, source),
    ...failOf(data),
    ...fillOf(data, source, { filledBack: "anywhere" }),
  };
  const isPartial = op?.kind === "joint" && op.isPartial === true;
  return { type: "many", sources, targets, reads, assumesInexact, isPartial, ...parts };
}

function inDirection<F>(codec: TwoWay<F>, source: Side): { run: F; inverse: F; isExact: boolean } {
  const { forward, backward, exactForward, exactBackward, reportsInexact = false } = codec;
  return source === "from"
    ? { run: forward, inverse: backward, isExact: exactForward || reportsInexact }
    : { run: backward, inverse: forward, isExact: exactBackward || reportsInexact };
}

function failOf(data: RuleData | undefined): { readonly fail?: string } {
  return data?.fail === undefined ? {} : { fail: data.fail };
}

/** A rule that claims paths on one side only. */
function directedOneSided({ data, action, ...rule }: ScopeRule, source: Side): DirectedRule {
  const [sources, targets] = [rule[source], rule[otherSide(source)]];
  const op = action.type === "excluded" ? undefined : data && opOf(data);
  if (data === undefined || op?.kind !== "oneSided")
    return { type: "leave", sources, isKept: false };
  if (op.constant === undefined) return { type: "leave", sources, isKept: op.isPreserved };
  const value = op.constant(data);
  const [path] = sources;
  const [target] = targets;
  if (path !== undefined) return { type: "constant", source: path, value };
  return target === undefined
    ? { type: "leave", sources, isKept: false }
    : { type: "fill", target, value };
}

/** What is filled where a value is absent, and what of it comes back as absence. */
interface FillParts {
  readonly fill?: JsonValue;
  readonly filledBack?: FilledBack;
}

interface Filling extends Required<Pick<FillParts, "filledBack">> {
  /** Whether either side's schema requires the value; undefined where no schema tells. */
  readonly isRequired?: Readonly<Record<Side, boolean>>;
}

/** What an op makes of absence, in one direction. */
function fillOf(
  data: RuleData | undefined,
  source: Side,
  { filledBack, isRequired }: Filling,
): FillParts {
  const op = data && opOf(data);
  const absence = op?.kind === "value" || op?.kind === "joint" ? op.absence : undefined;
  const fill = data && absence?.value(data);
  if (data === undefined || absence === undefined || fill === undefined) return {};
  if (absence.side !== undefined) return source === absence.side(data) ? { fill } : { filledBack };
  return {
    ...(isRequired?.[otherSide(source)] === true ? { fill } : {}),
    ...(isRequired?.[source] === true ? { filledBack } : {}),
  };
}

function fillingOf({ from: [from = []], to: [to = []] }: ScopeRule, schemas: SchemaPair): Filling {
  return {
    filledBack: samePath(from.slice(0, -1), to.slice(0, -1)) ? "same parent" : "anywhere",
    isRequired: { from: isRequired(schemas.from, from), to: isRequired(schemas.to, to) },
  };
}

function samePath(one: KeyPath, other: KeyPath): boolean {
  return one.length === other.length && one.every((key, index) => other[index] === key);
}
