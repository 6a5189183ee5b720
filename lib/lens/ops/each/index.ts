import type { Op } from "../op.ts";
import { membersTest } from "../value-test.ts";

/** Converts each item of a list, or each value of a map, with the same inner rules. */
export const eachOp: Op<"each"> = {
  kind: "container",
  isExact: true,
  begins: "below",
  keys: ({ key }, declared) => (typeof key === "string" ? [key] : (key ?? declared)),
  alignsExactly: ({ align }) => align === "exact",
  selects: ({ where }, side) => where?.[side] && membersTest(where[side]),
};
