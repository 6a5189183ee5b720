import { itemNode } from "../../language/schema-node.ts";
import type { Op } from "../op.ts";
import { isOfType } from "../orientation.ts";
import { singleCodec } from "./codec.ts";

/** Converts between a list of at most one item and the item. A longer list cannot be parsed. */
export const singleOp: Op<"single"> = {
  kind: "value",
  isExact: false,
  isInverted: ({ inverted }, { from, to }) =>
    inverted ?? (isOfType(to, "array") && !isOfType(from, "array")),
  parts: ({ rules = [] }) => ({ rules, key: undefined, inItem: [] }),
  codec: ({ rules }, { at, inner }) =>
    singleCodec(
      rules === undefined ? {} : { inner: inner(rules, { from: itemNode(at.from), to: at.to }) },
    ),
};
