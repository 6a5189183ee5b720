import { xmlAttribute, xmlText } from "./xml-text.ts";

/** A suite of a JUnit report. */
export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/** One case: ok where nothing else is given. */
export interface JunitCase {
  readonly name: string;
  readonly isSkipped?: boolean;
  readonly failure?: { readonly message: string; readonly text: string };
  readonly error?: string;
}

/** Suites as JUnit's XML. Texts are escaped; what they say is seen by everybody who may see the runs of a CI system. */
export function junitText(suites: readonly JunitSuite[]): string {
  const cases = suites.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${countsOf(cases)}>`,
    ...suites.flatMap((suite) => [
      `  <testsuite name=${xmlAttribute(suite.name)} ${countsOf(suite.cases)}>`,
      ...suite.cases.flatMap((each) => caseLines(suite.name, each)),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ].join("\n");
}

function countsOf(cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const errors = cases.filter(({ error }) => error !== undefined).length;
  return `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
}

function caseLines(
  suite: string,
  { name, isSkipped = false, failure, error }: JunitCase,
): readonly string[] {
  const inner = [
    ...(isSkipped ? ["<skipped/>"] : []),
    ...(failure === undefined
      ? []
      : [`<failure message=${xmlAttribute(failure.message)}>${xmlText(failure.text)}</failure>`]),
    ...(error === undefined ? [] : [`<error message=${xmlAttribute(error)}/>`]),
  ];
  const head = `    <testcase classname=${xmlAttribute(suite)} name=${xmlAttribute(name)}`;
  if (inner.length === 0) return [`${head}/>`];
  return [`${head}>`, ...inner.map((line) => `      ${line}`), "    </testcase>"];
}
