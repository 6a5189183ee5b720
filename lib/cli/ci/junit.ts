import { xmlAttribute, xmlText } from "../terminal/xml-text.ts";
import { type CiCase, type CiFault, type CiSuite, countsOfCases } from "./ci-report.ts";

/** Suites as JUnit XML, for CI systems. Control characters are escaped, so that the XML is always well-formed. */
export function junitXml(suites: readonly CiSuite[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${countAttributes(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(suiteLines),
    "</testsuites>",
  ].join("\n");
}

function countAttributes(cases: readonly CiCase[]): string {
  const { total, failures, errors } = countsOfCases(cases);
  return `tests="${total}" failures="${failures}" errors="${errors}"`;
}

function suiteLines({ name, cases }: CiSuite): readonly string[] {
  return [
    `  <testsuite name=${xmlAttribute(name)} ${countAttributes(cases)}>`,
    ...cases.flatMap((each) => caseLines(name, each)),
    "  </testsuite>",
  ];
}

function caseLines(
  suite: string,
  { name, file, isSkipped = false, failures = [], errors = [] }: CiCase,
): readonly string[] {
  const where = file === undefined ? "" : ` file=${xmlAttribute(file)}`;
  const head = `    <testcase classname=${xmlAttribute(suite)} name=${xmlAttribute(name)}${where}`;
  const elements = [
    ...(isSkipped ? ["      <skipped/>"] : []),
    ...failures.map((fault) => faultElement("failure", fault)),
    ...errors.map((fault) => faultElement("error", fault)),
  ];
  return elements.length === 0 ? [`${head}/>`] : [`${head}>`, ...elements, "    </testcase>"];
}

function faultElement(name: "failure" | "error", { title, text, file, line }: CiFault): string {
  const head = `      <${name} message=${xmlAttribute(title)}`;
  if (text === "") return `${head}/>`;
  const place = [file, line].filter((part) => part !== undefined).join(":");
  return `${head}>${xmlText(place === "" ? text : `${place}: ${text}`)}</${name}>`;
}
