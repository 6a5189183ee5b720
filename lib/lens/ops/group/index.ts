import type { Op } from "../op.ts";
import { invertedAsWritten } from "../orientation.ts";
import { groupCodec } from "./codec.ts";

/** Converts between an apiVersion and its group, in the rules of a `reference`. */
export const groupOp: Op<"group"> = {
  kind: "value",
  isExact: false,
  isInverted: invertedAsWritten,
  codec: groupCodec,
  mayBeSource: false,
};
