import type { Op } from "../op.ts";
import { invertedAsWritten } from "../orientation.ts";
import { variantClaims } from "./claims.ts";
import { variantClaimsCodec } from "./claims-codec.ts";

/** Converts between a map with a tag and a map whose members show the case. */
export const variantOp: Op<"variant"> = {
  kind: "joint",
  isExact: false,
  isWellBehaved: () => true,
  isInverted: invertedAsWritten,
  codec: variantClaimsCodec,
  rules: ({ cases }) => Object.values(cases).flatMap(({ rules = [] }) => rules),
  claims: variantClaims,
};
