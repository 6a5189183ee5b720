import type { ParityReport } from "../../../verify/parity/compare-webhooks.ts";
import type { ParityGroup } from "../../../verify/parity/parity-tally.ts";
import type { ExampleFiles, RepeatOptions } from "../check/webhook/counterexample.ts";

/** The report on a kind, and what else is printed with it. */
export interface PrintedParity {
  readonly report: ParityReport;
  /** The old webhook as printed: scheme and host of its url, or the folder of its kinds. `new`: the new webhook. */
  readonly old: string;
  readonly new: string;
  /** The annotation of the old webhook that the new kinds read; undefined if they read none. */
  readonly oldStash: string | undefined;
  /** The number of reviews that both webhooks together were sent. */
  readonly sent: number;
  readonly repeat: RepeatOptions;
  /** The example files that were written for each group of equal differences; empty without `--out`. */
  readonly files: ReadonlyMap<ParityGroup, ExampleFiles>;
}
