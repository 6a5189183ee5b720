import type { JsonValue } from "../../json/value.ts";
import {
  declaresValue,
  itemNode,
  type SchemaPair,
  schemasAt,
  valueNode,
} from "../language/schema-node.ts";
import {
  type ConversionRun,
  type ConvertValue,
  type JointCodec,
  type OrientedCodec,
  unparsable,
  type ValueCodec,
} from "../ops/codec.ts";
import { identityCodec } from "../ops/identity.ts";
import { trialRun } from "../ops/run-state.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";
import { partSelector } from "../place/selected-parts.ts";
import type { Compilation } from "./compilation.ts";
import { itemsPass, type PartsPass, valuesPass } from "./items-pass.ts";
import { opCodec } from "./op-codec.ts";

/** The codec of a rule, from the older version to the newer; undefined for a rule that converts no values. */
export type RuleCodec =
  | { readonly type: "value"; readonly codec: ValueCodec }
  | { readonly type: "joint"; readonly codec: JointCodec }
  | undefined;

function valueRuleCodec(codec: ValueCodec): RuleCodec {
  return { type: "value", codec };
}

/** Makes the codec of a rule, for the schemas of its scope. */
export function ruleCodec(
  rule: ScopeRule,
  schemas: SchemaPair,
  compilation: Compilation,
): RuleCodec {
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

/** The codec of an op, in the direction of the lens. If the op can merge values, its merger is added to `merges`. */
function orientedCodec(
  given: OrientedCodec | undefined,
  rule: ScopeRule,
  { merges }: Compilation,
): RuleCodec {
  if (given === undefined) return undefined;
  const { isInverted } = given;
  if (given.type === "joint") {
    return { type: "joint", codec: isInverted ? invertedDirections(given.codec) : given.codec };
  }
  const { merge } = given.codec;
  if (merge !== undefined) merges.set(rule, { side: isInverted ? "to" : "from", merge });
  return valueRuleCodec(isInverted ? invertedDirections(given.codec) : given.codec);
}

/** Both directions of a codec, for one value or for several. */
export interface BothDirections<F> {
  readonly forward: F;
  readonly backward: F;
  readonly exactForward: boolean;
  readonly exactBackward: boolean;
  readonly reportsInexact?: boolean;
}

function invertedDirections<F>(codec: BothDirections<F>): BothDirections<F> {
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
  const isAdmitted = allowedByBothSchemas(schemas);
  const mayStay =
    (inverse: ConvertValue) =>
    (item: JsonValue, run: ConversionRun): boolean =>
      isAdmitted(item) && inverse(item, trialRun(run)) === unparsable;
  const [from, to] = [partSelector(rule, "from"), partSelector(rule, "to")];
  const { forward, backward } = inner;
  return {
    forward: pass({ inner: forward, mayStay: mayStay(backward), selects: from, selectsBack: to }),
    backward: pass({ inner: backward, mayStay: mayStay(forward), selects: to, selectsBack: from }),
    exactForward: true,
    exactBackward: true,
  };
}

/** Returns a test of whether the schemas of both versions allow a value. */
export function allowedByBothSchemas({ from, to }: SchemaPair): (value: JsonValue) => boolean {
  return (value) => declaresValue(from, value) && declaresValue(to, value);
}
