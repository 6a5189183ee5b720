import type { JsonObject } from "../../../json/value.ts";
import { type AcceptEntry, asList } from "../../../lens/language/accept.ts";
import type { KindReport } from "../../../verify/check-kind.ts";
import type { AcceptedReport, LawFailure, LawReport } from "../../../verify/check-laws.ts";
import type { LawName } from "../../../verify/laws/law.ts";
import { laws } from "../../../verify/laws/laws.ts";
import { admissionLaws } from "../../../verify/webhook/admission/laws.ts";
import { webhookLaws } from "../../../verify/webhook/profiles.ts";
import { alignedCells } from "../../terminal/aligned-cells.ts";
import { sideBySide, type TitledObject } from "../../terminal/side-by-side.ts";
import type { TerminalStyle } from "../../terminal/terminal-style.ts";
import type { CheckedKindReport } from "./checked-kind.ts";

/** Each law that fails in a direction, with the objects that break it. */
export function failureText(
  report: Pick<KindReport, "laws">,
  options: TerminalStyle,
): readonly string[] {
  return report.laws.flatMap((law) =>
    law.failure === undefined ? [] : lawFailureText(law, law.failure, options),
  );
}

/** The counts of a kind's lenses in the line for the laws that hold. */
export interface LensCounts {
  /** Entries of `accept`. */
  readonly entries: number;
  /** Fields that the other version can't represent at all. */
  readonly preserved: number;
  /** Fields of which the other version can't represent some values, or their spelling. */
  readonly partly: number;
  /** Fields that a rule drops. */
  readonly dropped: number;
}

/**
 * A line for the laws that hold: how many there are, on how many objects, and what was accepted, waived, preserved and dropped. Empty if
 * no law holds.
 */
export function okText(
  { laws: tried, seed }: KindReport,
  { entries, preserved, partly, dropped }: LensCounts,
): readonly string[] {
  const tested = tried.filter(({ runs }) => runs > 0);
  const failed = new Set(tested.filter(({ passed }) => !passed).map(({ law }) => law));
  const ok = tested.filter(({ law }) => !failed.has(law));
  if (ok.length === 0) return [];
  const names = new Set(ok.map(({ law }) => law));
  const declined = sumOver(ok, (each) => each.refused + each.crashed);
  const counts = [
    countedInGroups(names.size, "law"),
    `${countedInGroups(
      sumOver(ok, ({ runs }) => runs),
      "object",
    )}${declined === 0 ? "" : ` (${figure(declined)} not converted)`}`,
    `seed ${seed}`,
  ];
  const met = new Set(tested.flatMap(({ accepted }) => accepted.map(({ entry }) => entry)));
  const excused = sumOver(tested, (each) => each.excused);
  const where =
    met.size === 0 ? "" : ` (${figure(met.size)} excused ${countedInGroups(excused, "object")})`;
  const remarks = [
    `accepted ${countedInGroups(entries, "narrowing")}${where}`,
    `waived ${tested.filter(({ waived }) => waived !== undefined).length}`,
    `preserved ${countedInGroups(preserved, "field")}${partly === 0 ? "" : `, ${figure(partly)} in part`}`,
    ...(dropped === 0 ? [] : [`dropped ${countedInGroups(dropped, "field")}`]),
  ];
  return [`${counts.join(", ")}     ${remarks.join(" · ")}`];
}

/** A line for each law, with what entries of `accept` accepted and what is waived. */
export function lawLines(report: KindReport): readonly string[] {
  const lines = laws.flatMap(({ name }) => {
    const tested = report.laws.filter(({ law, runs }) => law === name && runs > 0);
    return tested.length === 0 ? [] : [lawCells(name, tested)];
  });
  return [
    ...alignedCells(lines, "  "),
    ...entryLines(report.laws.flatMap(({ accepted }) => accepted)),
    ...report.laws.flatMap(waivedLines),
  ];
}

/** Laws for which no object could be converted, so that nothing was tried. */
export function untriedLaws(report: Pick<KindReport, "laws">): readonly LawName[] {
  const names = new Set(report.laws.map(({ law }) => law));
  return [...names].flatMap((name) => {
    const tested = report.laws.filter(({ law, runs }) => law === name && runs > 0);
    const declined = sumOver(tested, (each) => each.refused + each.crashed);
    return tested.length > 0 && declined === sumOver(tested, ({ runs }) => runs) ? [name] : [];
  });
}

/** A text for each waiver of a law that no object breaks. */
export function needlessWaivers(report: KindReport): readonly string[] {
  return report.laws.flatMap(({ law, from, to, runs, waived }) =>
    waived?.failed === 0
      ? [
          `the waiver of ${law} ${from} to ${to} is not needed: none of ${runs} objects breaks the law`,
        ]
      : [],
  );
}

/** `1 law`, `4,812 objects`. */
export function countedInGroups(count: number, noun: string): string {
  return `${figure(count)} ${count === 1 ? noun : `${noun}s`}`;
}

function figure(count: number): string {
  return count.toLocaleString("en-US");
}

function lawCells(name: LawName, tested: readonly LawReport[]): readonly string[] {
  const isOk = tested.every(({ passed }) => passed);
  const declined = sumOver(tested, (each) => each.refused + each.crashed);
  const objects = countedInGroups(
    sumOver(tested, ({ runs }) => runs),
    "object",
  );
  const unconverted = declined === 0 ? "" : `, ${figure(declined)} of them not converted`;
  return [isOk ? "ok  " : "FAIL", name, `${objects}${unconverted}`];
}

/**
 * A line for each entry of `accept` that excused objects: the path and keyword, or the number of places, and how many objects it
 * excused of those with a value there.
 */
function entryLines(accepted: readonly AcceptedReport[]): readonly string[] {
  return [...Map.groupBy(accepted, ({ entry }) => entry)].map(([entry, group]) => {
    const [first] = group;
    const places = new Set(group.map(({ path, constraint }) => `${path} ${constraint}`));
    const where =
      places.size === 1 && first !== undefined
        ? `${first.path} ${first.constraint}`
        : `${places.size} places`;
    const excused = sumOver(group, (each) => each.excused);
    const count = `${figure(excused)} of ${figure(sumOver(group, ({ present }) => present))}`;
    return `accepted  ${entry.in} ${where}  ${count}: ${entry.why}${lineOf(entry)}`;
  });
}

/** A line for each entry of `accept` that only the compiler needed: no object had a value that the entry names. */
export function unmetEntryLines({
  lenses,
  analysis,
  laws: tried,
}: Pick<CheckedKindReport, "lenses" | "analysis" | "laws">): readonly string[] {
  const met = new Set(tried.flatMap(({ accepted }) => accepted.map(({ entry }) => entry)));
  const predicted = new Set(
    analysis.lenses.flatMap(({ accepted }) => accepted.map(({ entry }) => entry)),
  );
  return lenses
    .flatMap(({ accept = [] }) => accept)
    .filter((entry) => predicted.has(entry) && !met.has(entry))
    .map(
      (entry) =>
        `accepted  ${entry.in} ${asList(entry.at).join(", ")}  needed only by the compiler, no object has such a value: ${entry.why}${lineOf(entry)}`,
    );
}

function lineOf({ writtenAt }: AcceptEntry): string {
  return writtenAt === undefined ? "" : ` (line ${writtenAt.line})`;
}

function waivedLines({ law, from, to, runs, waived }: LawReport): readonly string[] {
  if (waived === undefined || waived.failed === 0) return [];
  return [`waived  ${law} ${from} to ${to}  ${waived.failed} of ${runs} objects (${waived.why})`];
}

/** The sum of a number over all items. */
export function sumOver<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

/** One law that fails in a direction, with the objects that break it. */
export function lawFailureText(
  { law, from, to }: LawReport,
  failure: LawFailure,
  { colours, width }: TerminalStyle,
): readonly string[] {
  const rows = sideBySide(columnsOf(failure), {
    compared: comparedColumns(failure),
    width: width - indent.length,
    mark: colours.bad,
  });
  const text = [lawStatement(law), `but ${failure.explanation}`, "", ...rows, ""]
    .join("\n")
    .split("\n");
  return [
    `${colours.bad("FAIL")}  ${law}  ${from === to ? from : `${from} → ${to}`}`,
    ...text.map((line) => `${indent}${line}`.trimEnd()),
  ];
}

/** The statement of a law of conversions, webhooks or admission. */
export function lawStatement(law: LawReport["law"]): string {
  return everyLaw.find(({ name }) => name === law)?.statement ?? "";
}

const everyLaw = [...laws, ...webhookLaws, ...admissionLaws];

const indent = "      ";

function columnsOf({ before, after, returned }: LawFailure): readonly TitledObject[] {
  const isReturned = returned?.["apiVersion"] === before["apiVersion"];
  return [
    { title: titledObject("before", before), object: before },
    ...(after === undefined ? [] : [{ title: titledObject("after", after), object: after }]),
    ...(returned === undefined
      ? []
      : [
          {
            title: titledObject(isReturned ? "converted back" : "compared with", returned),
            object: returned,
          },
        ]),
  ];
}

function titledObject(what: string, object: JsonObject): string {
  const version = versionOf(object);
  return version === "" ? what : `${what}, ${version}`;
}

function versionOf(object: Readonly<Record<string, unknown>>): string {
  const { apiVersion = "" } = object;
  return String(apiVersion).replace(/^.*\//, "");
}

/** The indexes of the two columns to compare: objects of the same version; the first column twice if no two have the same. */
function comparedColumns({ before, after, returned }: LawFailure): readonly [number, number] {
  const last = after === undefined ? 1 : 2;
  if (returned !== undefined && returned["apiVersion"] === before["apiVersion"]) return [0, last];
  return returned !== undefined && returned["apiVersion"] === after?.["apiVersion"]
    ? [1, 2]
    : [0, 0];
}
