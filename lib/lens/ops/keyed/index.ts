import { itemNode, nodeAt, valueNode } from "../../language/schema-node.ts";
import type { ValueCodec } from "../codec.ts";
import type { CodecContext, Op, RuleOf } from "../op.ts";
import { isOfType } from "../orientation.ts";
import { keyedCodec } from "./codec.ts";

/** Converts between a map and a list whose items have the map's keys as a member. */
export const keyedOp: Op<"keyed"> = {
  kind: "value",
  isExact: false,
  isInverted: ({ inverted }, { from, to }) =>
    inverted ?? (isOfType(from, "array") && !isOfType(to, "array")),
  keys: ({ key }) => [key],
  parts: ({ rules = [], key, value, inside = false }) => ({
    rules,
    key,
    inItem: value === undefined ? [] : [value],
    isKeyInside: inside,
  }),
  codec: (data, context) => keyedCodec({ ...data, ...innerOf(data, context) }),
};

/** The codec of the inner rules, from the map's values to the content of the items. */
function innerOf(
  { rules, value }: RuleOf<"keyed">,
  { at, inner }: CodecContext,
): { readonly inner?: ValueCodec } {
  if (rules === undefined) return {};
  const item = itemNode(at.to);
  const to = value === undefined ? item : nodeAt(item, [value]);
  return { inner: inner(rules, { from: valueNode(at.from), to }) };
}
