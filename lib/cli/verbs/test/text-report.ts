import type { CaseFault } from "../../cases/case-result.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import type { Colours } from "../../terminal/colours.ts";
import { printable } from "../../terminal/printable.ts";
import { casesOf, countsOf, countsText, type TestSummary, wrongFiles } from "./summary.ts";

/** The report as text: a line for each case with its faults below it, wrong files, updated files and the counts. */
export function textReport(summary: TestSummary, colours: Colours): string {
  const lines = casesOf(summary).flatMap(({ kind, test, decision, faults }) => {
    const title = printable(`${kind} ${test.name}`);
    if (faults.length === 0)
      return [`${colours.good("ok")}    ${title}  ${colours.faint(decision)}`];
    return [
      `${colours.bad("FAIL")}  ${title}  ${colours.faint(decision)}`,
      ...faults.flatMap(faultLines),
    ];
  });
  const wrong = wrongFiles(summary).flatMap((fault) => [
    `${colours.bad("ERROR")} ${printable(fault.kind)}`,
    ...faultLines(fault),
  ]);
  const { failed, wrong: files } = countsOf(summary);
  const counts = countsText(summary);
  return [
    ...lines,
    ...wrong,
    ...summary.written.map((file) => printable(`wrote ${file}`)),
    failed + files === 0 ? colours.good(counts) : colours.bad(counts),
  ].join("\n");
}

function faultLines({ file, line, message, diff = [] }: CaseFault): readonly string[] {
  const [first, ...rest] = printable(message).split("\n");
  return [
    `      ${printable(file)}:${line}: ${first}`,
    ...[...rest, ...diff.map(printable)].map((each) => `        ${each}`),
  ];
}

/** The report as JSON: counts, cases, wrong files and updated files. */
export function jsonReport(summary: TestSummary): string {
  const { passed, failed } = countsOf(summary);
  return manifestJson({
    passed,
    failed,
    cases: casesOf(summary).map(({ kind, test, decision, faults }) => ({
      kind,
      name: test.name,
      file: test.file,
      ok: faults.length === 0,
      decision,
      faults: faults.map(({ file, line, message, diff = [] }) => ({ file, line, message, diff })),
    })),
    wrongFiles: wrongFiles(summary).map(({ kind, file, line, message }) => ({
      kind,
      file,
      line,
      message,
    })),
    written: summary.written,
  });
}
