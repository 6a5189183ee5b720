import type { Op } from "../op.ts";

/**
 * A path that both versions have, for inner rules. With `fill`, `omit` or `beside` it is also the rule for the value at the path.
 */
export const atOp: Op<"at"> = {
  kind: "container",
  isExact: true,
  begins: "itself",
  isPlace: ({ rules, fill, omit, beside }) =>
    rules !== undefined && fill === undefined && omit === undefined && beside === undefined,
};
