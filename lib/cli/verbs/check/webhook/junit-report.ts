import type { LawReport } from "../../../../verify/check-laws.ts";
import { xmlAttribute, xmlText } from "../../../terminal/xml-text.ts";
import { sum } from "../report-text.ts";
import { everyWebhookLaw } from "./chosen-laws.ts";
import type { TargetReport } from "./targets.ts";
import { directionText } from "./text-report.ts";

/**
 * A report in JUnit's XML: a case for each law and direction. It names laws and versions and never holds an object, because
 * CI systems show it to many.
 */
export function webhookJunit(reports: readonly TargetReport[]): string {
  const suites = reports.map(suiteOf);
  const [total, failures, errors] = [0, 1, 2].map((index) =>
    sum(suites, ({ counts }) => counts[index] ?? 0),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${total}" failures="${failures}" errors="${errors}">`,
    ...suites.flatMap(({ lines }) => lines),
    "</testsuites>",
  ].join("\n");
}

interface JunitSuite {
  /** Tests, failures, errors. */
  readonly counts: readonly [number, number, number];
  readonly lines: readonly string[];
}

function suiteOf({ target, report }: TargetReport): JunitSuite {
  const { group, kind, laws, ended } = report;
  const which = target.admission === undefined ? "" : ` ${target.admission.name}`;
  const name = `${kind}.${group}${which}`;
  const failures = laws.filter(({ passed }) => !passed).length;
  const errors = ended?.isFault === true ? 1 : 0;
  const total = laws.length + errors;
  const counts = `tests="${total}" failures="${failures}" errors="${errors}"`;
  const lines = [
    `  <testsuite name=${xmlAttribute(name)} ${counts}>`,
    ...laws.flatMap((law) => caseOf(name, law)),
    ...(errors === 0
      ? []
      : [
          `    <testcase classname=${xmlAttribute(name)} name="all laws">`,
          `      <error message="the webhook stopped to respond"/>`,
          "    </testcase>",
        ]),
    "  </testsuite>",
  ];
  return { counts: [total, failures, errors], lines };
}

function caseOf(
  name: string,
  { law, from, to, runs, passed, failure }: LawReport,
): readonly string[] {
  const title = xmlAttribute(`${law} ${directionText({ from, to })}`);
  const head = `    <testcase classname=${xmlAttribute(name)} name=${title}`;
  if (runs === 0 && passed) return [`${head}>`, "      <skipped/>", "    </testcase>"];
  if (failure === undefined) return [`${head}/>`];
  const statement = everyWebhookLaw.find((each) => each.name === law)?.statement ?? "";
  const text = `does not hold: ${statement}. Repeat with --law ${law} --seed ${failure.seed}`;
  return [
    `${head}>`,
    `      <failure message=${xmlAttribute(`${law} fails`)}>${xmlText(text)}</failure>`,
    "    </testcase>",
  ];
}
