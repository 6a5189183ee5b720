import { otherSide, type Side } from "../../converter/side.ts";
import { known } from "../../json/invariant.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { FillHook } from "../language/absence.ts";
import { valueAt } from "../language/key-path.ts";
import { isSamePath, type KeyPath, type Path, pathText, sharesHolder } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import {
  admits,
  isOfDeclaredType,
  itemNode,
  nodeAt,
  type SchemaNode,
  type SchemaPair,
  schemasAt,
  valueNode,
} from "../language/schema-node.ts";
import {
  type ConversionRun,
  type ConvertValue,
  type ConvertValues,
  isLate,
  type JointCodec,
  noteUnparsable,
  type OrientedCodec,
  unparsable,
  type ValueCodec,
} from "../ops/codec.ts";
import { identityCodec } from "../ops/identity.ts";
import { opOf } from "../ops/registry.ts";
import { trialRun } from "../ops/run-state.ts";
import { claimedPaths } from "../place/claimed-paths.ts";
import { metadataTest } from "../place/metadata-paths.ts";
import { type RepresentablePlace, representablePlaces } from "../place/representable-places.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "../place/scoped-lens.ts";
import { selectedParts } from "../place/selected-parts.ts";
import { wholeSideIn } from "../place/whole-value.ts";
import { type Absence, absenceOf, type ValueReader } from "./absence.ts";
import type { Compilation, LensTools, Merger } from "./compilation.ts";
import type { DirectedRule, FitTest } from "./directed-rule.ts";
import { itemsPass, type PartsPass, valuesPass } from "./items-pass.ts";
import { opCodec } from "./op-codec.ts";
import { passOf } from "./pass.ts";
import { type Representable, representableOnly } from "./representable.ts";
import { fromWhole, toWhole, withWholeAsMember } from "./whole-value.ts";

/** A compiled lens: forward converts bodies of the older version to the newer one, backward the other way. */
export interface CompiledLens {
  readonly forward: ConvertValue;
  readonly backward: ConvertValue;
  /** By side: what its version can't represent; undefined where it represents everything. */
  readonly places: Readonly<Record<Side, () => RepresentablePlace | undefined>>;
  /** Rules that can merge a preserved value with the current one. */
  readonly merges: ReadonlyMap<ScopeRule, Merger>;
}

/**
 * Compiles a lens for bodies of two schemas; `declared` has them as the CRD does. Error: throws a TypeError where a tool is
 * missing.
 */
export function compileLens(
  lens: ScopedLens,
  schemas: SchemaPair,
  declared: Readonly<Record<Side, JsonObject | undefined>>,
  tools: LensTools = {},
): CompiledLens {
  const ready = new Map<string, Map<SchemaNode, Map<SchemaNode, ValueCodec>>>();
  const compilation: Compilation = {
    tools,
    merges: new Map(),
    scope: (scope, pair) => scopeCodec(scope, pair, compilation),
    named: (name, pair) => {
      const known = ready.get(name)?.get(pair.from)?.get(pair.to);
      if (known !== undefined) return known;
      const codec = lazyCodec(() => {
        const scope = lens.named.get(name);
        if (scope === undefined) throw new TypeError(`there is no lens ${name}`);
        return scopeCodec(scope, pair, compilation);
      });
      const byFrom = ready.get(name) ?? new Map<SchemaNode, Map<SchemaNode, ValueCodec>>();
      const byTo = byFrom.get(pair.from) ?? new Map<SchemaNode, ValueCodec>();
      ready.set(name, byFrom.set(pair.from, byTo.set(pair.to, codec)));
      return codec;
    },
  };
  const { forward, backward } = scopeCodec(lens.root, schemas, compilation, true);
  const places = {
    from: lazily(() => representablePlaces(lens, "from", schemas)),
    to: lazily(() => representablePlaces(lens, "to", schemas)),
  };
  const represented = (side: Side): Representable => {
    const claimed = lazily(() => claimedPaths(lens, side));
    const mayLack = (path: Path): boolean => claimed().has(pathText(path));
    return { place: places[side], declared: declared[side], mayLack };
  };
  const [from, to] = [represented("from"), represented("to")];
  return {
    forward: representableOnly(forward, from, to),
    backward: representableOnly(backward, to, from),
    places,
    merges: compilation.merges,
  };
}

/** The result of a function, which is called when it is wanted for the first time. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A codec that is created at its first use: a lens may use itself. */
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

/** An inner lens as a codec, which sets {@link ConversionRun.isInexact} itself. */
function scopeCodec(
  scope: RuleScope,
  schemas: SchemaPair,
  compilation: Compilation,
  isObject = false,
): ValueCodec {
  const codecs = scope.rules.map((rule) => ruleCodec(rule, schemas, compilation));
  const whole = wholeSideIn(scope);
  const applied = whole === undefined ? scope : withWholeAsMember(scope, whole);
  const pair = whole === undefined ? schemas : { ...schemas, [whole]: "free" as const };
  const pass = (source: Side): ConvertValue => {
    const rules = applied.rules.map((rule, index) =>
      directedRule(rule, codecs[index], { source, schemas: pair, isObject, compilation }),
    );
    const one = passOf(applied, source, pair, rules);
    if (whole === undefined) return one;
    return whole === source ? fromWhole(one, scope, whole) : toWhole(one);
  };
  return {
    forward: scopePass(() => pass("from")),
    backward: scopePass(() => pass("to")),
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
function scopePass(make: () => ConvertValue): ConvertValue {
  let pass: ConvertValue | undefined;
  return (value, run) => {
    if (run.depth >= maxLensDepth) {
      run.fault = { path: "", message: `nests deeper than ${maxLensDepth} levels of rules` };
      return unparsable;
    }
    if (isLate(run, 1)) return unparsable;
    pass ??= make();
    run.depth += 1;
    const image = pass(value, run);
    run.depth -= 1;
    return image;
  };
}

/** The codec of a rule, from the older side to the newer; undefined for rules that convert no values. */
type RuleCodec =
  | { readonly type: "value"; readonly codec: ValueCodec }
  | { readonly type: "joint"; readonly codec: JointCodec }
  | undefined;

function valueRuleCodec(codec: ValueCodec): RuleCodec {
  return { type: "value", codec };
}

function ruleCodec(rule: ScopeRule, schemas: SchemaPair, compilation: Compilation): RuleCodec {
  const { action, data } = rule;
  const at = schemasAt(rule, schemas);
  switch (action.type) {
    case "within":
      return valueRuleCodec(compilation.scope(action.inner, at));
    case "named":
      return valueRuleCodec(compilation.named(action.lens, at));
    case "items": {
      const inner = { from: itemNode(at.from), to: itemNode(at.to) };
      return valueRuleCodec(
        eachCodec(compilation.scope(action.inner, inner), inner, rule, itemsPass),
      );
    }
    case "values": {
      const inner = { from: valueNode(at.from), to: valueNode(at.to) };
      return valueRuleCodec(
        eachCodec(compilation.scope(action.inner, inner), inner, rule, valuesPass),
      );
    }
    case "excluded":
      return undefined;
    case "op":
      return data === undefined
        ? valueRuleCodec(identityCodec)
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
  if (given.type === "joint") {
    return { type: "joint", codec: isInverted ? inverted(given.codec) : given.codec };
  }
  const { merge } = given.codec;
  if (merge !== undefined) merges.set(rule, { side: isInverted ? "to" : "from", merge });
  return valueRuleCodec(isInverted ? inverted(given.codec) : given.codec);
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

function eachCodec(
  inner: ValueCodec,
  schemas: SchemaPair,
  rule: ScopeRule,
  pass: (parts: PartsPass) => ConvertValue,
): ValueCodec {
  const isAdmitted = admittedByBoth(schemas);
  const mayStay =
    (inverse: ConvertValue) =>
    (item: JsonValue, run: ConversionRun): boolean =>
      isAdmitted(item) && inverse(item, trialRun(run)) === unparsable;
  const [from, to] = [selectedParts(rule, "from"), selectedParts(rule, "to")];
  const { forward, backward } = inner;
  return {
    forward: pass({ inner: forward, mayStay: mayStay(backward), selects: from, selectsBack: to }),
    backward: pass({ inner: backward, mayStay: mayStay(forward), selects: to, selectsBack: from }),
    exactForward: true,
    exactBackward: true,
  };
}

function admittedByBoth({ from, to }: SchemaPair): (value: JsonValue) => boolean {
  return (value) => admits(from, value) && admits(to, value);
}

/** One direction of a scope. */
interface ScopeDirection {
  readonly source: Side;
  readonly schemas: SchemaPair;
  /** True for the object itself, whose metadata is not like any other member. */
  readonly isObject: boolean;
  readonly compilation: Compilation;
}

function directedRule(rule: ScopeRule, codec: RuleCodec, direction: ScopeDirection): DirectedRule {
  const { source, schemas } = direction;
  if (codec === undefined) return directedOneSided(rule, direction);
  if (codec.type === "joint") return directedJointRule(rule, codec.codec, direction);
  const { data } = rule;
  const path = known(rule[source][0], "a rule on one value has one path on either side");
  const target = known(
    rule[otherSide(source)][0],
    "a rule on one value has one path on either side",
  );
  return {
    type: "value",
    source: path,
    target,
    fitsTarget: fitTestAt(target, otherSide(source), direction),
    isInMetadata: direction.isObject && metadataTest(target) !== undefined,
    ...inDirection(codec.codec, source),
    ...failOf(data),
    absence: absencesOf(rule, direction),
    isTyped: typeTest(path, source, schemas),
    sharesHolder: sharesHolder(path, target),
    ...(isSamePath(path, target) ? { mayStay: admittedByBoth(schemasAt(rule, schemas)) } : {}),
  };
}

function directedJointRule(
  rule: ScopeRule,
  codec: JointCodec,
  direction: ScopeDirection,
): DirectedRule {
  const { source, schemas, isObject } = direction;
  const [sources, targets] = [rule[source], rule[otherSide(source)]];
  const reads = rule.reads[source].map((path) => readerOf(path, isObject));
  const assumesInexact = rule.reads.from.length + rule.reads.to.length > 0;
  const { data } = rule;
  const op = data && opOf(data);
  const absence = absencesOf(rule, direction);
  const parts = { ...inDirection(codec, source), ...failOf(data), absence };
  const isPartial = op?.kind === "joint" && op.isPartial === true;
  const fitsTargets = targets.map((target) => fitTestAt(target, otherSide(source), direction));
  const areTyped = sources.map((path) => typeTest(path, source, schemas));
  return {
    type: "joint",
    sources,
    targets,
    reads,
    fitsTargets,
    areTyped,
    assumesInexact,
    isPartial,
    ...parts,
  };
}

/** Whether the place at a path of a side can hold a value: one of its declared type, and in labels and annotations a text. */
function fitTestAt(path: KeyPath, side: Side, { schemas, isObject }: ScopeDirection): FitTest {
  const isTyped = typeTest(path, side, schemas);
  const isMetadata = isObject ? metadataTest(path) : undefined;
  return isMetadata === undefined ? isTyped : (value) => isMetadata(value) && isTyped(value);
}

/** Whether a value is of the type that the schema of a side declares at a path. */
function typeTest(path: KeyPath, side: Side, schemas: SchemaPair): FitTest {
  const node = nodeAt(schemas[side], path);
  return (value) => isOfDeclaredType(node, value);
}

/** Reads a path; the name and the namespace of an object are not in the map that its rules convert. */
function readerOf(path: KeyPath, isObject: boolean): ValueReader {
  const [first, member, ...more] = path;
  if (isObject && first === "metadata" && more.length === 0) {
    if (member === "name") return (_, { name }) => name;
    if (member === "namespace") return (_, { namespace }) => namespace;
  }
  return (object) => valueAt(object, path);
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
function directedOneSided(rule: ScopeRule, direction: ScopeDirection): DirectedRule {
  const { source } = direction;
  const { data, action } = rule;
  const [sources, targets] = [rule[source], rule[otherSide(source)]];
  const op = action.type === "excluded" ? undefined : data && opOf(data);
  const isKept = op?.kind === "oneSided" && op.isPreserved;
  return { type: "oneSided", sources, targets, isKept, absence: absencesOf(rule, direction) };
}

/** The code of a fill for a place. A failure of the code is one at the place. */
function fillCode(
  hook: FillHook,
  path: string,
  schemas: SchemaPair,
  compilation: Compilation,
): ConvertValues {
  const found = opCodec({ ...hook, to: [path] }, noClaims, schemas, compilation);
  const { forward } = known(found?.type === "joint" ? found.codec : undefined, "a hook is joint");
  return (values, run) => {
    const answer = forward(values, run);
    if (run.fault !== undefined) run.fault = { ...run.fault, path };
    else if (answer === unparsable) noteUnparsable(path, run);
    return answer;
  };
}

const noClaims = { from: [], to: [] };

/** What a rule says about absence on either side. */
function absencesOf(
  rule: ScopeRule,
  { source, schemas, compilation }: ScopeDirection,
): DirectedRule["absence"] {
  if (rule.action.type === "excluded") return {};
  const of = (side: Side): Absence | undefined => {
    if (rule[side].length !== 1) return undefined;
    const path = pathText(known(rule[side][0], "the rule has one path on the side"));
    return absenceOf(rule, side, (hook) => fillCode(hook, path, schemas, compilation));
  };
  return { source: of(source), target: of(otherSide(source)) };
}
