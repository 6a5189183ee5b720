import type { FieldOutcome } from "../../../../lens/ops/analysis/lens-analysis.ts";

/** How an outcome is shown. Colour, letter or line pattern alone is enough to tell the outcomes apart. */
export interface OutcomeMark {
  readonly letter: string;
  /** The meaning of the outcome, for the legend. */
  readonly meaning: string;
  /** `stroke-dasharray` of the outcome's line; empty for a solid one. */
  readonly dashes: string;
  readonly width: number;
}

/** The mark of each outcome. */
export const outcomeMarks: Readonly<Record<FieldOutcome, OutcomeMark>> = {
  identical: { letter: "=", meaning: "same path, same value", dashes: "", width: 1 },
  moved: { letter: "M", meaning: "another path, the same value", dashes: "", width: 2 },
  changed: {
    letter: "C",
    meaning: "another form; converting back restores it exactly",
    dashes: "10 3",
    width: 2,
  },
  preserved: {
    letter: "P",
    meaning: "the other version can't represent all of it: the rest is preserved in an annotation",
    dashes: "1 4",
    width: 2.5,
  },
  derived: { letter: "D", meaning: "set by code, or a fixed value", dashes: "9 3 2 3", width: 2 },
  dropped: { letter: "X", meaning: "discarded, with a reason", dashes: "4 4", width: 2 },
};
