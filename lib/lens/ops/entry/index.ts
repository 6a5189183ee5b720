import { itemNode, losesNull, nodeAt } from "../../language/schema-node.ts";
import type { Op } from "../op.ts";
import { claimedItems, entryCodec, entryItemNames, filledList, filledNames } from "./codec.ts";

/** Converts between fields and a list of items with name and value. */
export const entryOp: Op<"entry"> = {
  kind: "joint",
  isExact: false,
  isWellBehaved: () => true,
  isInverted: ({ from }) => typeof from === "string",
  filled: (data, side) => (typeof data[side] === "string" ? filledList(data) : undefined),
  keys: (data, side) => (typeof data[side] === "string" ? [data.name ?? "name"] : undefined),
  selects: (data, side) => (typeof data[side] === "string" ? claimedItems(data) : undefined),
  codec: (data, { first, scope, at }) => {
    const item = nodeAt(itemNode(at.to), [data.value ?? "value"]);
    const fields = first.map((path) => nodeAt(scope.from, path));
    return entryCodec({
      ...data,
      names: entryItemNames(data),
      always: filledNames(data),
      areNullsLost: fields.map((field) => losesNull(item, field) || losesNull(field, item)),
    });
  },
};
