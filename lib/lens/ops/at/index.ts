import type { Op } from "../op.ts";

/** A place of both versions: where its rules apply, or with `fill` or `omit` the rule of its value. */
export const atOp: Op<"at"> = {
  kind: "container",
  isExact: true,
  begins: "itself",
  isPlace: ({ rules, fill, omit, beside }) =>
    rules !== undefined && fill === undefined && omit === undefined && beside === undefined,
};
