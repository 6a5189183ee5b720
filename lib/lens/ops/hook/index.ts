import type { Op } from "../op.ts";
import { neverInverted } from "../orientation.ts";
import { hookCodec } from "./codec.ts";

export const hookOp: Op<"hook"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => false,
  isInverted: neverInverted,
  codec: hookCodec,
  isDerived: true,
  reads: ({ reads }) => ({ from: reads?.from ?? [], to: reads?.to ?? [] }),
};
