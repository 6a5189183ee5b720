import { stringify } from "../../../../json/write.ts";
import { withPastable } from "../../../../lens/language/accept.ts";
import type { LawFailure, LawReport } from "../../../../verify/check-laws.ts";
import type { WebhookReport } from "../../../../verify/webhook/check-webhook.ts";
import { alignedCells } from "../../../terminal/aligned-cells.ts";
import { printable } from "../../../terminal/printable.ts";
import type { TerminalStyle } from "../../../terminal/terminal-style.ts";
import { directionText } from "../law-cases.ts";
import { countedInGroups, lawFailureText, untriedLaws } from "../report-text.ts";
import { acknowledgeEntry } from "./acknowledge-entry.ts";
import {
  type CounterexampleFolder,
  curlOf,
  maskedNote,
  type RepeatOptions,
  reviewOf,
  writeCounterexample,
} from "./counterexample.ts";
import { countsLine } from "./counts-line.ts";
import { lossSummary } from "./loss-summary.ts";
import { slowNotes } from "./slow-notes.ts";

/** Options for the text of a report, and facts of the run that the text contains. */
export interface WebhookTextOptions extends TerminalStyle {
  readonly repeat: RepeatOptions;
  /** Undefined if counterexamples are only printed. */
  readonly folder: CounterexampleFolder | undefined;
  /** The webhook as printed: if it is for admission, its name; then its Service, or scheme and host of its url. */
  readonly shown: string;
  readonly profile: string;
  /** The number of reviews that were sent. */
  readonly sent: number;
  /** The median time of a review, in milliseconds. */
  readonly medianMs: number;
  readonly isVerbose: boolean;
}

/** The report on a webhook: each failed law in full, a line for the laws that are ok, and notes. */
export function webhookText(report: WebhookReport, options: WebhookTextOptions): readonly string[] {
  const { colours, shown, profile, isVerbose } = options;
  const { group, kind, versions } = report;
  return [
    `${colours.strong(`${kind}.${group}`)}  ${versions.join(", ")}   ${shown}   profile ${profile}`,
    ...report.laws.flatMap((law) => failedLaw(law, options)),
    ...lossSummary(report.laws),
    ...countsLine(report, options),
    ...(isVerbose
      ? alignedCells(report.laws.filter(({ runs }) => runs > 0).map(cellsOf), "  ")
      : []),
    ...[...reportNotes(report), ...slowNotes(options.medianMs)].map(
      (note) => `${colours.bad("note")}  ${printable(note)}`,
    ),
  ];
}

function cellsOf({ law, from, to, passed, runs, refused, waived }: LawReport): readonly string[] {
  const isWaived = waived !== undefined && waived.failed > 0;
  const remarks = [
    countedInGroups(runs, "object"),
    ...(refused === 0 ? [] : [`${refused} of them refused`]),
    ...(isWaived ? [`${waived.failed} acknowledged: ${printable(waived.why)}`] : []),
  ];
  return [passed ? "ok  " : "FAIL", law, directionText({ from, to }), remarks.join(", ")];
}

function failedLaw(law: LawReport, options: WebhookTextOptions): readonly string[] {
  const { failure } = law;
  if (failure === undefined) return [];
  const { folder, repeat } = options;
  const explanation = printable(failure.explanation);
  const text = lawFailureText(law, { ...failure, explanation }, options);
  const files =
    folder === undefined ? undefined : writeCounterexample(folder, law, failure, repeat);
  const written = files === undefined ? [] : [`      written to ${files.objects.join(", ")}`];
  if (failure.isMasked) return [...text, `      ${maskedNote}`, ...written, ""];
  const review = files?.review;
  const data = review === undefined ? stringify(reviewOf(law, failure, repeat)) : `@${review}`;
  const command = printable(curlOf(data, repeat.ca));
  return [
    ...text,
    ...written,
    "      to repeat it:",
    `      ${command}`,
    ...knownLossLines(law, failure),
    "",
  ];
}

/** The entries that acknowledge a failure, ready to paste; empty if the failure has no path. */
function knownLossLines({ law }: LawReport, { paths = [] }: LawFailure): readonly string[] {
  const entries = paths.map((path) => printable(acknowledgeEntry([law], path)));
  const start = "if it is a known loss, add to the file of --acknowledge:";
  return entries.length === 0
    ? []
    : withPastable(start, entries)
        .split("\n")
        .map((line) => `      ${line}`);
}

/**
 * Notes below a report: which laws were not tried, why the check ended early, which values could not be generated, and which
 * acknowledged losses did not occur.
 */
export function reportNotes(report: WebhookReport): readonly string[] {
  const { ended, ungenerated, needless } = report;
  const untried = untriedLaws(report);
  return [
    ...(untried.length === 0
      ? []
      : [`not tried: ${untried.join(", ")}, because no object gave a result to judge`]),
    ...(ended === undefined
      ? []
      : [`ended early, so laws were tried on fewer objects, or not at all: ${ended.reason}`]),
    ...ungenerated.map(({ version, path, count }) => {
      const place = path === "" ? "the whole object" : path;
      return `${version}: no valid value was found for ${place} (${count} times): add an object to --samples`;
    }),
    ...needless.map(({ law = "every law", path = "the whole law", reason }) => {
      return `no longer needed in --acknowledge: ${law}, ${path} (${reason})`;
    }),
  ];
}
