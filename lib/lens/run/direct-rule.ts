import { otherSide, type Side } from "../../converter/side.ts";
import { assertDefined } from "../../json/invariant.ts";
import type { FillHook } from "../language/absence.ts";
import { valueAt } from "../language/key-path.ts";
import { haveSameParent, isSamePath, type KeyPath, pathText } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { isOfDeclaredType, nodeAt, type SchemaPair, schemasAt } from "../language/schema-node.ts";
import { type ConvertValues, type JointCodec, noteUnparsable, unparsable } from "../ops/codec.ts";
import { opOf } from "../ops/registry.ts";
import { metadataTest } from "../place/metadata-paths.ts";
import { refusesNullAt } from "../place/refused-containers.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";
import { type Absence, absenceOf, type ValueReader } from "./absence.ts";
import type { Compilation } from "./compilation.ts";
import type { DirectedRule, FitTest } from "./directed-rule.ts";
import { opCodec } from "./op-codec.ts";
import { allowedByBothSchemas, type BothDirections, type RuleCodec } from "./rule-codec.ts";

/** What the compilation of one direction of a scope needs. */
export interface ScopeDirection {
  readonly source: Side;
  readonly schemas: SchemaPair;
  /** True for the object itself, whose `metadata` is not an ordinary member. */
  readonly isObject: boolean;
  readonly compilation: Compilation;
}

/** Compiles a rule for one direction. `codec` is undefined for a rule that converts no values. */
export function directedRule(
  rule: ScopeRule,
  codec: RuleCodec,
  direction: ScopeDirection,
): DirectedRule {
  const { source, schemas } = direction;
  if (codec === undefined) return directedOneSided(rule, direction);
  if (codec.type === "joint") return directedJointRule(rule, codec.codec, direction);
  const { data } = rule;
  const path = assertDefined(rule[source][0], "a rule with one value has one path on each side");
  const target = assertDefined(
    rule[otherSide(source)][0],
    "a rule with one value has one path on each side",
  );
  return {
    type: "value",
    source: path,
    target,
    fitsTarget: fitTestAt(target, otherSide(source), direction),
    leavesOutNull: refusesNullAt(nodeAt(schemas[otherSide(source)], target), rule, source, schemas),
    isInMetadata: direction.isObject && metadataTest(target) !== undefined,
    ...inDirection(codec.codec, source),
    ...failOption(data),
    absence: absencesOf(rule, direction),
    isTyped: typeTest(path, source, schemas),
    sharesHolder: haveSameParent(path, target),
    ...(isSamePath(path, target)
      ? { mayStay: allowedByBothSchemas(schemasAt(rule, schemas)) }
      : {}),
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
  const parts = { ...inDirection(codec, source), ...failOption(data), absence };
  const isPartial = op?.kind === "joint" && op.isPartial === true;
  const fitsTargets = targets.map((target) => fitTestAt(target, otherSide(source), direction));
  const leaveOutNull = targets.map((target) =>
    refusesNullAt(nodeAt(schemas[otherSide(source)], target), rule, source, schemas),
  );
  const areTyped = sources.map((path) => typeTest(path, source, schemas));
  return {
    type: "joint",
    sources,
    targets,
    reads,
    fitsTargets,
    leaveOutNull,
    areTyped,
    assumesInexact,
    isPartial,
    ...parts,
  };
}

/**
 * Returns a test of whether a path of a side can hold a value: a value of the declared type; in a label or annotation a string.
 */
function fitTestAt(path: KeyPath, side: Side, { schemas, isObject }: ScopeDirection): FitTest {
  const isTyped = typeTest(path, side, schemas);
  const isMetadata = isObject ? metadataTest(path) : undefined;
  return isMetadata === undefined ? isTyped : (value) => isMetadata(value) && isTyped(value);
}

/** Returns a test of whether a value has the type that a side's schema declares at a path. */
function typeTest(path: KeyPath, side: Side, schemas: SchemaPair): FitTest {
  const node = nodeAt(schemas[side], path);
  return (value) => isOfDeclaredType(node, value);
}

/**
 * Returns a reader of a path. The object's name and namespace are read from the run, since the map that rules convert doesn't
 * have them.
 */
function readerOf(path: KeyPath, isObject: boolean): ValueReader {
  const [first, member, ...more] = path;
  if (isObject && first === "metadata" && more.length === 0) {
    if (member === "name") return (_, { name }) => name;
    if (member === "namespace") return (_, { namespace }) => namespace;
  }
  return (object) => valueAt(object, path);
}

function inDirection<F>(
  codec: BothDirections<F>,
  source: Side,
): { run: F; inverse: F; isExact: boolean } {
  const { forward, backward, exactForward, exactBackward, reportsInexact = false } = codec;
  return source === "from"
    ? { run: forward, inverse: backward, isExact: exactForward || reportsInexact }
    : { run: backward, inverse: forward, isExact: exactBackward || reportsInexact };
}

function failOption(data: RuleData | undefined): { readonly fail?: string } {
  return data?.fail === undefined ? {} : { fail: data.fail };
}

/** Compiles a rule that claims paths on one side only. */
function directedOneSided(rule: ScopeRule, direction: ScopeDirection): DirectedRule {
  const { source } = direction;
  const { data, action } = rule;
  const [sources, targets] = [rule[source], rule[otherSide(source)]];
  const op = action.type === "excluded" ? undefined : data && opOf(data);
  const isPreserved = op?.kind === "oneSided" && op.isPreserved;
  return { type: "oneSided", sources, targets, isPreserved, absence: absencesOf(rule, direction) };
}

/** Prepares the function of a fill. If the function fails, the fault has the path that is filled in. */
function fillCode(
  hook: FillHook,
  path: string,
  schemas: SchemaPair,
  compilation: Compilation,
): ConvertValues {
  const found = opCodec({ ...hook, to: [path] }, noClaims, schemas, compilation);
  const { forward } = assertDefined(
    found?.type === "joint" ? found.codec : undefined,
    "a hook has a codec for several values",
  );
  return (values, run) => {
    const computed = forward(values, run);
    if (run.fault !== undefined) run.fault = { ...run.fault, path };
    else if (computed === unparsable) noteUnparsable(path, run);
    return computed;
  };
}

const noClaims = { from: [], to: [] };

/** What absence means at the rule's path on each side. */
function absencesOf(
  rule: ScopeRule,
  { source, schemas, compilation }: ScopeDirection,
): DirectedRule["absence"] {
  const absenceOn = (side: Side): Absence | undefined =>
    absenceAtRulePath(side, rule, schemas, compilation);
  return { source: absenceOn(source), target: absenceOn(otherSide(source)) };
}

/** What absence means at the rule's only path on a side; undefined if there are several or none, or without `fill` and `omit`. */
export function absenceAtRulePath(
  side: Side,
  rule: ScopeRule,
  schemas: SchemaPair,
  compilation: Compilation,
): Absence | undefined {
  const [path] = rule[side];
  if (path === undefined || rule[side].length > 1 || rule.action.type === "excluded") {
    return undefined;
  }
  return absenceOf(rule, side, (hook) => fillCode(hook, pathText(path), schemas, compilation));
}
