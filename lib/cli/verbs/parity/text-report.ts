import type { JsonObject } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { ParityReport } from "../../../verify/parity/compare-webhooks.ts";
import type { ParityExample, ParityGroup } from "../../../verify/parity/parity-tally.ts";
import { shortText } from "../../../verify/values/differences.ts";
import { printable } from "../../terminal/printable.ts";
import { sideBySide } from "../../terminal/side-by-side.ts";
import type { TerminalStyle } from "../../terminal/terminal-style.ts";
import { countedInGroups } from "../check/report-text.ts";
import { curlOf, maskedNote, type RepeatOptions } from "../check/webhook/counterexample.ts";
import { differenceSentence, frequencyText, harmlessTexts } from "./difference-text.ts";
import { reviewOfExample } from "./example-files.ts";
import type { PrintedParity } from "./printed-parity.ts";

/**
 * The report on two webhooks: each difference with an example, then notes, with a line for each reason why differences are
 * harmless.
 */
export function parityText(printed: PrintedParity, options: TerminalStyle): readonly string[] {
  const { report, old, new: now, sent } = printed;
  const { colours } = options;
  const { group, kind, versions, differences, objects, seed, isReady } = report;
  const counts = [
    countedInGroups(objects, "object"),
    countedInGroups(sent, "review"),
    `seed ${seed}`,
  ].join(", ");
  return [
    `${colours.strong(`${kind}.${group}`)}  ${versions.join(", ")}   old ${old}   new ${now}`,
    ...differences.flatMap((each) => differenceLines(each, printed, options)),
    isReady
      ? `${colours.good("ok")}    both webhooks do the same: ${counts}`
      : `      ${countedInGroups(differences.length, "difference")}: ${counts}`,
    ...notesOf(report).map((note) => `${colours.bad("note")}  ${printable(note)}`),
  ];
}

function differenceLines(
  group: ParityGroup,
  { repeat, files, oldStash }: PrintedParity,
  { colours, width }: TerminalStyle,
): readonly string[] {
  const { example, path } = group;
  const written = files.get(group);
  const rows = sideBySide(columnsOf(example), {
    compared: [1, 2],
    width: width - indent.length,
    mark: colours.bad,
  });
  const values = `old ${shortText(example.oldValue)}, new ${shortText(example.newValue)}`;
  const annotations = example.annotations.filter((name) => name !== oldStash);
  const text = [
    `${frequencyText(group)}; for example ${path === "" ? "" : `${path}: `}${values}`,
    ...(annotations.length === 0
      ? []
      : [
          `the old webhook added the annotations ${annotations.join(", ")}: if one holds the whole object, --old-stash NAME lets the kinds of --new read it`,
        ]),
    "",
    ...rows,
    "",
    ...(written === undefined ? [] : [`written to ${written.objects.join(", ")}`]),
    ...repeatLines(example, written?.review, repeat),
    "",
  ];
  return [
    `${colours.bad("FAIL")}  ${printable(differenceSentence(group))}`,
    ...text
      .join("\n")
      .split("\n")
      .map((line) => `${indent}${printable(line)}`.trimEnd()),
  ];
}

const indent = "      ";

/** How to repeat a difference, with the file of its review if there is one. If values are masked: a note that says so. */
function repeatLines(
  example: ParityExample,
  file: string | undefined,
  repeat: RepeatOptions,
): readonly string[] {
  if (example.isMasked) return [maskedNote];
  const data = file === undefined ? stringify(reviewOfExample(example, repeat)) : `@${file}`;
  return ["to repeat it, send the review to each of the two urls:", curlOf(data, repeat.ca)];
}

/** The columns of an example. An object that a webhook did not convert is shown as empty. */
function columnsOf({ before, old, new: now }: ParityExample) {
  const none: JsonObject = {};
  return [
    { title: "before", object: before },
    { title: "old webhook", object: old ?? none },
    { title: "new webhook", object: now ?? none },
  ];
}

/** Notes below a report: why the comparison ended early, what was not compared, acknowledged differences, and harmless ones. */
function notesOf(report: ParityReport): readonly string[] {
  const { ended, ungenerated, uncompared, harmless, acknowledged, needless } = report;
  const reasons = Map.groupBy(harmless, (each) => each.harmless);
  return [
    ...(ended === undefined
      ? []
      : [`stopped early, so not everything was compared: ${ended.reason}`]),
    ...uncompared.map(
      (direction) =>
        `${direction}: no object was converted by both webhooks, so nothing was compared`,
    ),
    ...ungenerated.map(({ version, path, count }) => {
      const place = path === "" ? "the whole object" : path;
      return `${version}: no valid value was found for ${place} (${count} times): add an object to --samples`;
    }),
    ...acknowledged.map(({ path, reason }) => `acknowledged: ${path} (${reason})`),
    ...needless.map(
      ({ path, reason }) => `no longer needed in --acknowledge: parity, ${path} (${reason})`,
    ),
    ...[...reasons].flatMap(([reason, groups]) =>
      reason === undefined ? [] : [`harmless: ${harmlessTexts[reason]}: ${pathsText(groups)}`],
    ),
  ];
}

/** The most paths that a note names. The number is a choice: they fit on a line or two. */
const maxPaths = 5;

function pathsText(groups: readonly ParityGroup[]): string {
  const paths = [...new Set(groups.map(({ path }) => (path === "" ? "the whole object" : path)))];
  const more = paths.length - maxPaths;
  return `${paths.slice(0, maxPaths).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
