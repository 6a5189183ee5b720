import type { CaseFault } from "../../cases/case-result.ts";
import { printable } from "../../terminal/printable.ts";
import { xmlAttribute, xmlText } from "../../terminal/xml-text.ts";
import { casesOf, countsOf, countsText, type TestSummary, wrongFiles } from "./summary.ts";

/** A report in JUnit's XML, as CI systems read it: a suite for each kind. Control characters are escaped, so that it is always XML. */
export function junitReport(summary: TestSummary): string {
  const { failed, wrong, passed } = countsOf(summary);
  const suites = summary.kinds.map(({ kind, results, faults }) => {
    const cases = casesOf({ kinds: [{ kind, results, faults }], written: [] });
    const broken = cases.filter(({ faults: own }) => own.length > 0).length;
    const total = results.length + faults.length;
    return [
      `  <testsuite name=${xmlAttribute(kind)} tests="${total}" failures="${broken}" errors="${faults.length}">`,
      ...cases.flatMap((each) => [
        `    <testcase classname=${xmlAttribute(kind)} name=${xmlAttribute(each.test.name)} file=${xmlAttribute(each.test.file)}${each.faults.length === 0 ? "/>" : ">"}`,
        ...each.faults.map((fault) => element("failure", fault)),
        ...(each.faults.length === 0 ? [] : ["    </testcase>"]),
      ]),
      ...faults.flatMap((fault) => [
        `    <testcase classname=${xmlAttribute(kind)} name=${xmlAttribute(fault.file)} file=${xmlAttribute(fault.file)}>`,
        element("error", fault),
        "    </testcase>",
      ]),
      "  </testsuite>",
    ].join("\n");
  });
  const total = passed + failed + wrong;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${total}" failures="${failed}" errors="${wrong}">`,
    ...suites,
    "</testsuites>",
  ].join("\n");
}

function element(name: "failure" | "error", fault: CaseFault): string {
  const [first = ""] = fault.message.split("\n");
  return `      <${name} message=${xmlAttribute(first)}>${xmlText(faultText(fault))}</${name}>`;
}

function faultText({ file, line, message, diff = [] }: CaseFault): string {
  return [`${file}:${line}: ${message}`, ...diff].join("\n");
}

/**
 * A report in the workflow commands of GitHub Actions: an annotation for each fault. No text of a file or an object can make
 * another command.
 * Source: https://github.com/actions/toolkit packages/core/src/command.ts, escapeData and escapeProperty.
 */
export function githubReport(summary: TestSummary): string {
  const failures = casesOf(summary).flatMap(({ kind, test, faults }) =>
    faults.map((fault) => annotation(`${kind} ${test.name}`, fault)),
  );
  const wrong = wrongFiles(summary).map((fault) => annotation(fault.kind, fault));
  return [...failures, ...wrong, countsText(summary)].join("\n");
}

function annotation(title: string, fault: CaseFault): string {
  const { file, line, message, diff = [] } = fault;
  const data = escapedData([message, ...diff].join("\n"));
  return `::error file=${property(file)},line=${line},title=${property(title)}::${data}`;
}

function escapedData(text: string): string {
  return printable(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return escapedData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
