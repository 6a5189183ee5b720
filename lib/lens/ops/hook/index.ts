import type { Op } from "../op.ts";
import { neverInverted } from "../orientation.ts";
import { hookCodec } from "./codec.ts";

/** Runs an author's functions on the values of declared paths. */
export const hookOp: Op<"hook"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => false,
  isInverted: neverInverted,
  codec: hookCodec,
  isDerived: true,
  reads: ({ reads }) => ({ from: reads?.from ?? [], to: reads?.to ?? [] }),
};
