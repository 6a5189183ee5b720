import type { Op } from "../op.ts";
import { invertedAsWritten } from "../orientation.ts";
import { mapCodec } from "./codec.ts";

export const mapOp: Op<"map"> = {
  kind: "value",
  isExact: false,
  isInverted: invertedAsWritten,
  codec: mapCodec,
};
