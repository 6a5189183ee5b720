import { clampOf } from "../bounds.ts";
import type { Op } from "../op.ts";
import { invertedByNumber } from "../orientation.ts";
import { durationCodec } from "./codec.ts";

/** Converts between a duration as text (`1h30m`) and an integer of a unit. */
export const durationOp: Op<"duration"> = {
  kind: "value",
  isExact: false,
  isInverted: invertedByNumber,
  codec: (data, { at }) => durationCodec(data, clampOf(data, at.to)),
};
