import { InvalidLens } from "../language/invalid-lens.ts";
import type { EachRule, FirstOp, RuleData } from "../language/rule.ts";
import { type SchemaPair, schemasAt } from "../language/schema-node.ts";
import type { OrientedCodec, ValueCodec } from "../ops/codec.ts";
import { identityCodec } from "../ops/identity.ts";
import { expandedRules } from "../ops/macros.ts";
import type { CodecContext } from "../ops/op.ts";
import { opOf, sourceRule } from "../ops/registry.ts";
import { ruleText } from "../ops/rule-text.ts";
import { scopeRules } from "../place/scope-lens.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";
import type { Compilation } from "./compilation.ts";

/** The op of a rule, with its paths and the schemas of its scope. */
interface OpInScope extends Pick<ScopeRule, "from" | "to"> {
  readonly schemas: SchemaPair;
  readonly compilation: Compilation;
  readonly isInverted: boolean;
}

/**
 * The codec of a rule's op, for the schemas of its scope; undefined for an op with a path in only one version. Throws a TypeError
 * if a tool is missing, such as the YAML reader.
 */
export function opCodec(
  data: RuleData,
  { from, to }: Pick<ScopeRule, "from" | "to">,
  schemas: SchemaPair,
  compilation: Compilation,
): OrientedCodec | undefined {
  const op = opOf(data);
  if (op.kind === "oneSided") return undefined;
  if (op.kind !== "value" && op.kind !== "joint") {
    return { type: "value", codec: identityCodec, isInverted: false };
  }
  const turned = op.isInverted(data, schemasAt({ from, to }, schemas));
  const context = contextOf(data, { from, to, schemas, compilation, isInverted: turned });
  return op.kind === "joint"
    ? { type: "joint", codec: op.codec(data, context), isInverted: turned }
    : { type: "value", codec: op.codec(data, context), isInverted: turned };
}

function contextOf(data: RuleData, place: OpInScope): CodecContext {
  const { from, to, schemas, compilation } = place;
  const turned = place.isInverted;
  const scope = turned ? { from: schemas.to, to: schemas.from } : schemas;
  const [first, second] = turned ? [to, from] : [from, to];
  return {
    first,
    second,
    scope,
    at: schemasAt({ from: first, to: second }, scope),
    inner: (rules, pair) => innerCodec(rules, pair, compilation, turned),
    source: (source, at) => sourceCodec(source, at, compilation, turned),
    yaml: compilation.tools.yaml,
    ruleText: () => ruleText(data),
  };
}

function innerCodec(
  rules: readonly RuleData[],
  schemas: SchemaPair,
  compilation: Compilation,
  turned: boolean,
): ValueCodec {
  const pair = turned ? { from: schemas.to, to: schemas.from } : schemas;
  const codec = compilation.scope(scopeRules(expandedRules(rules, pair), []), pair);
  return turned ? turnedAround(codec) : codec;
}

/** A codec with its directions swapped, without `merge`, which applies to the first side only. */
function turnedAround({ forward, backward, exactForward, exactBackward }: ValueCodec): ValueCodec {
  return {
    forward: backward,
    backward: forward,
    exactForward: exactBackward,
    exactBackward: exactForward,
  };
}

/** The codec of an `each` that is a source of `first`. It does not count as exact: what it loses is found by comparison. */
function itemsCodec(
  data: EachRule,
  schemas: SchemaPair,
  compilation: Compilation,
  turned: boolean,
): ValueCodec {
  const whole: EachRule = { ...data, from: ".", to: "." };
  const codec = innerCodec([whole], schemas, compilation, turned);
  return { ...codec, exactForward: false, exactBackward: false };
}

/** The codec of a source of `first`, from the source's path to the target. */
function sourceCodec(
  source: FirstOp,
  schemas: SchemaPair,
  compilation: Compilation,
  isFirstTurned: boolean,
): ValueCodec {
  const data = sourceRule(source);
  const op = opOf(data);
  if (data.op === "each") return itemsCodec(data, schemas, compilation, isFirstTurned);
  if (op.kind !== "value") throw new InvalidLens(`${source.op} cannot be a source of first`);
  const turned = op.isInverted(data, schemas);
  const place = { from: [[]], to: [[]], schemas, compilation, isInverted: turned };
  const codec = op.codec(data, contextOf(data, place));
  return turned ? turnedAround(codec) : codec;
}
