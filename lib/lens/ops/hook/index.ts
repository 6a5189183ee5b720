import type { Op } from "../op.ts";
import { neverInverted } from "../orientation.ts";
import { hookCodec } from "./codec.ts";

/** Converts the values of declared paths with an author's functions. */
export const hookOp: Op<"hook"> = {
  kind: "joint",
  isExact: false,
  isWellBehaved: () => false,
  isInverted: neverInverted,
  codec: hookCodec,
  isDerived: true,
  reads: ({ reads }) => ({ from: reads?.from ?? [], to: reads?.to ?? [] }),
};
