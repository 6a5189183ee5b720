import type { Side } from "../../converter/side.ts";
import { assertDefined } from "../../json/invariant.ts";
import type { Fill } from "../language/absence.ts";
import type { FirstOp, OpName, RuleData } from "../language/rule.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import { atOp } from "./at/index.ts";
import { convertOp } from "./convert/index.ts";
import { countOp } from "./count/index.ts";
import { dropOp } from "./drop/index.ts";
import { durationOp } from "./duration/index.ts";
import { eachOp } from "./each/index.ts";
import { entryOp } from "./entry/index.ts";
import { firstOp } from "./first/index.ts";
import { groupOp } from "./group/index.ts";
import { hookOp } from "./hook/index.ts";
import { includeOp } from "./include/index.ts";
import { keepOp } from "./keep/index.ts";
import { keyedOp } from "./keyed/index.ts";
import { mapOp } from "./map/index.ts";
import { moveOp } from "./move/index.ts";
import type { Op, RuleOf } from "./op.ts";
import { partitionOp } from "./partition/index.ts";
import { quantityOp } from "./quantity/index.ts";
import { referenceOp } from "./reference/index.ts";
import { singleOp } from "./single/index.ts";
import { splitOp } from "./split/index.ts";
import { textOp } from "./text/index.ts";
import { variantOp } from "./variant/index.ts";

/** Every op by name. TypeScript refuses a map that lacks an op or a part of one. */
export const ops: { readonly [N in OpName]: Op<N> } = {
  move: moveOp,
  at: atOp,
  each: eachOp,
  drop: dropOp,
  keep: keepOp,
  map: mapOp,
  duration: durationOp,
  quantity: quantityOp,
  convert: convertOp,
  keyed: keyedOp,
  count: countOp,
  single: singleOp,
  first: firstOp,
  partition: partitionOp,
  split: splitOp,
  variant: variantOp,
  reference: referenceOp,
  group: groupOp,
  entry: entryOp,
  text: textOp,
  include: includeOp,
  hook: hookOp,
};

/** The op of a rule. */
export function opOf<N extends OpName>({ op }: RuleOf<N>): Op<N> {
  return ops[op];
}

/** The op with a name; undefined if there is none. */
export function opNamed(name: string): (typeof ops)[OpName] | undefined {
  return isOpName(name) ? ops[name] : undefined;
}

/** True for a rule that loses nothing itself. */
export function isExactRule(data: RuleData): boolean {
  const op = opOf(data);
  return op.kind === "value" && typeof op.isExact === "function"
    ? op.isExact(data)
    : op.isExact === true;
}

/** True if the first side of a rule's op is the newer version, as the rule says or else as the two schemas show. */
export function isInverted(data: RuleData, schemas: SchemaPair): boolean {
  const op = opOf(data);
  return (op.kind === "value" || op.kind === "joint") && op.isInverted(data, schemas);
}

/** What a rule fills in on a side; undefined if nothing. */
export function fillOf(data: RuleData, side: Side): Fill | undefined {
  const op = opOf(data);
  const fill = data.fill?.[side];
  if (fill === undefined || op.kind !== "joint" || op.filled === undefined) return fill;
  const value = op.filled(data, side);
  return value === undefined ? undefined : { value };
}

/** True for an op that can be a source of `first`: one with a path in each version that converts a value or items. */
export function isSourceOp(name: string): boolean {
  const op = opNamed(name);
  if (op?.kind === "container") return op.begins === "below";
  return op?.kind === "value" && op.mayBeSource !== false;
}

/** A source of `first` with an op, as a rule whose two paths are the source's path. */
export function sourceRule({ path, ...op }: FirstOp): RuleData {
  const rule = { ...op, from: path, to: path };
  return assertDefined(
    isRuleData(rule) ? rule : undefined,
    "a source of first has the name of an op",
  );
}

/** True if `op` is the name of an op. The builder and the schemas of conversion.yaml check the other members of a rule. */
export function isRuleData(data: object): data is RuleData {
  return "op" in data && typeof data.op === "string" && isOpName(data.op);
}

function isOpName(name: string): name is OpName {
  return Object.hasOwn(ops, name);
}

/** The inner rules of a rule, including those of its cases. */
export function rulesWithin(data: RuleData): readonly RuleData[] {
  const op = opOf(data);
  if (op.kind === "joint") return op.rules?.(data) ?? [];
  return "rules" in data ? (data.rules ?? []) : [];
}
