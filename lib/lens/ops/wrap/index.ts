import { itemNode } from "../../language/schema-node.ts";
import type { Op } from "../op.ts";
import { isOfType } from "../orientation.ts";
import { wrapCodec } from "./codec.ts";

export const wrapOp: Op<"wrap"> = {
  kind: "value",
  isExact: false,
  isInverted: ({ inverted }, { from }) => inverted ?? isOfType(itemNode(from), "object"),
  codec: wrapCodec,
};
