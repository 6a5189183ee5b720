import type { Op } from "../op.ts";
import { neverInverted } from "../orientation.ts";
import { convertCodec, scalarTypes } from "./codec.ts";

export const convertOp: Op<"convert"> = {
  kind: "value",
  isExact: false,
  isInverted: neverInverted,
  codec: ({ types }, { at }) => convertCodec({ types: types ?? scalarTypes(at) }),
};
