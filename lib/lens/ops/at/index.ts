import type { Op } from "../op.ts";

/** Inner rules at a path of both versions. With `fill`, `omit` or `beside`, or without inner rules, it claims that path. */
export const atOp: Op<"at"> = {
  kind: "container",
  isExact: true,
  begins: "itself",
  noClaim: ({ rules, fill, omit, beside }) =>
    rules !== undefined && fill === undefined && omit === undefined && beside === undefined,
};
