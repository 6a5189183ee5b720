import type { Verdict } from "../../../../lens/check/analysis.ts";

/** How a verdict is shown: by colour, by letter and by the pattern of its line, so that any one of them is enough. */
export interface VerdictMark {
  readonly letter: string;
  /** For the legend. */
  readonly meaning: string;
  /** `stroke-dasharray` of its line; empty for a solid one. */
  readonly dashes: string;
  readonly width: number;
}

/** From the least to the most that happens to a value. */
export const verdictMarks: Readonly<Record<Verdict, VerdictMark>> = {
  identical: { letter: "=", meaning: "same path, same value", dashes: "", width: 1 },
  moved: { letter: "M", meaning: "another path, the same value", dashes: "", width: 2 },
  changed: {
    letter: "C",
    meaning: "another form; it comes back exactly",
    dashes: "10 3",
    width: 2,
  },
  preserved: {
    letter: "P",
    meaning: "the other version can't represent all of it: the rest is preserved in an annotation",
    dashes: "1 4",
    width: 2.5,
  },
  derived: { letter: "D", meaning: "made by code or a fixed value", dashes: "9 3 2 3", width: 2 },
  dropped: { letter: "X", meaning: "given up, with a reason", dashes: "4 4", width: 2 },
};
