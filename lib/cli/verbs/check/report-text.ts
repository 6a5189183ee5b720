import type { KindReport, LawFailure, LawReport } from "../../../verify/check-kind.ts";
import type { LawName } from "../../../verify/laws/law.ts";
import { laws } from "../../../verify/laws/laws.ts";
import type { Colours } from "../../terminal/colours.ts";
import { type Column, sideBySide } from "../../terminal/side-by-side.ts";

export interface TextOptions {
  readonly colours: Colours;
  /** Characters of a line. */
  readonly width: number;
}

/** A line for each law, with the counterexamples of each that fails. */
export function reportText(report: KindReport, options: TextOptions): readonly string[] {
  const names = laws.map(({ name }) => name);
  if (report.laws.length === 0) return ["one version: nothing is converted"];
  return [
    ...names.flatMap((name) =>
      lawText(
        name,
        report.laws.filter(({ law }) => law === name),
        options,
      ),
    ),
    ...ungeneratedText(report),
    ...report.unverified.map((version) => `${version} has no schema, so it was not tested`),
  ];
}

function lawText(
  name: LawName,
  reports: readonly LawReport[],
  { colours, width }: TextOptions,
): readonly string[] {
  const tested = reports.filter(({ runs }) => runs > 0);
  if (tested.length === 0) return [];
  const failed = tested.filter(({ passed }) => !passed);
  const runs = sum(tested, (each) => each.runs);
  const declined = sum(tested, (each) => each.refused + each.crashed);
  const unconverted = declined === 0 ? "" : colours.faint(`, ${declined} of them not converted`);
  const none = declined < runs ? "" : colours.bad(": none could be converted");
  const mark = failed.length === 0 ? colours.good("ok  ") : colours.bad("FAIL");
  return [
    `${mark} ${name.padEnd(nameWidth)} ${runs} objects${unconverted}${none}`,
    ...failed.flatMap((each) => failureText(each, { colours, width })),
  ];
}

const nameWidth = Math.max(...laws.map(({ name }) => name.length));

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

function failureText(
  { law, from, to, failure }: LawReport,
  { colours, width }: TextOptions,
): readonly string[] {
  if (failure === undefined) return [];
  const rows = sideBySide(columnsOf(failure), {
    compared: comparedColumns(failure),
    width: width - indent.length,
    mark: colours.bad,
  });
  const statement = laws.find(({ name }) => name === law)?.statement ?? "";
  return [
    `${indent}${colours.strong(`${from} to ${to}`)}: ${statement}`,
    `${indent}but ${failure.explanation}`,
    "",
    ...rows.map((row) => `${indent}${row}`.trimEnd()),
    "",
  ];
}

const indent = "    ";

function columnsOf({ before, after, returned }: LawFailure): readonly Column[] {
  const isReturned = returned?.["apiVersion"] === before["apiVersion"];
  return [
    { title: `before, ${versionOf(before)}`, object: before },
    ...(after === undefined ? [] : [{ title: `after, ${versionOf(after)}`, object: after }]),
    ...(returned === undefined
      ? []
      : [
          {
            title: `${isReturned ? "converted back" : "compared with"}, ${versionOf(returned)}`,
            object: returned,
          },
        ]),
  ];
}

function versionOf(object: Readonly<Record<string, unknown>>): string {
  return (
    String(object["apiVersion"] ?? "")
      .split("/")
      .at(-1) ?? ""
  );
}

/** The columns of the two objects of one version, where there are two; else the first alone. */
function comparedColumns({ before, after, returned }: LawFailure): readonly [number, number] {
  const last = after === undefined ? 1 : 2;
  if (returned !== undefined && returned["apiVersion"] === before["apiVersion"]) return [0, last];
  return returned !== undefined && returned["apiVersion"] === after?.["apiVersion"]
    ? [1, 2]
    : [0, 0];
}

/** How many paths without enough generated values are named. */
const maxUngenerated = 5;

function ungeneratedText({ ungenerated }: KindReport): readonly string[] {
  const lines = ungenerated
    .slice(0, maxUngenerated)
    .map(
      ({ version, path, count }) =>
        `no valid value was found ${count} times for ${version} ${path === "" ? "as a whole" : path}`,
    );
  const more = ungenerated.length - lines.length;
  return more > 0 ? [...lines, `and for ${more} more paths`] : lines;
}
