import type { Op } from "../op.ts";
import { neverInverted } from "../orientation.ts";
import { clampsOf, convertCodec, scalarTypes } from "./codec.ts";

/** Converts a scalar to one of another type by its text. The types are those of the rule, or of the schemas. */
export const convertOp: Op<"convert"> = {
  kind: "value",
  isExact: false,
  isInverted: neverInverted,
  codec: (data, { at }) => {
    const types = data.types ?? scalarTypes(at);
    return convertCodec({ types, clamps: clampsOf(data, at, types) });
  },
};
