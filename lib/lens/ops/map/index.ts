import type { Op } from "../op.ts";
import { invertedAsWritten } from "../orientation.ts";
import { isOneToOne, wordCodec } from "./codec.ts";

/** Replaces a word by its partner in a table. */
export const mapOp: Op<"map"> = {
  kind: "value",
  isExact: isOneToOne,
  isInverted: invertedAsWritten,
  codec: wordCodec,
};
