import type { Op } from "../op.ts";
import { declares } from "../orientation.ts";
import { referenceCodec } from "./codec.ts";

/** Converts between a reference with apiVersion and one with the group alone. */
export const referenceOp: Op<"reference"> = {
  kind: "value",
  isExact: false,
  isInverted: ({ inverted }, { from, to }) =>
    inverted ?? (!declares(from, "apiVersion") && declares(to, "apiVersion")),
  codec: referenceCodec,
  readsObject: true,
  // A reference's uid, version and namespace are those of one object: they go where another is named.
  isBesideItself: true,
};
