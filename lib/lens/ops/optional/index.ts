import type { Op } from "../op.ts";
import { neverInverted } from "../orientation.ts";
import { optionalCodec } from "./codec.ts";

export const optionalOp: Op<"optional"> = {
  kind: "value",
  isExact: false,
  isInverted: neverInverted,
  codec: optionalCodec,
  absence: { value: ({ absent }) => absent },
};
