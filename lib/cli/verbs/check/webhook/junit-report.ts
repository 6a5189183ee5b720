import type { LawReport } from "../../../../verify/check-laws.ts";
import type { WebhookReport } from "../../../../verify/webhook/check-webhook.ts";
import { webhookLaws } from "../../../../verify/webhook/profiles.ts";
import { xmlAttribute, xmlText } from "../../../terminal/xml-text.ts";

/**
 * A report in JUnit's XML: a case for each law and direction. It names laws and versions and never holds an object, because
 * CI systems show it to many.
 */
export function webhookJunit(report: WebhookReport): string {
  const { group, kind, laws, ended } = report;
  const name = `${kind}.${group}`;
  const failures = laws.filter(({ passed }) => !passed).length;
  const errors = ended?.isFault === true ? 1 : 0;
  const total = laws.length + errors;
  const counts = `tests="${total}" failures="${failures}" errors="${errors}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
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
    "</testsuites>",
  ].join("\n");
}

function caseOf(
  name: string,
  { law, from, to, runs, passed, failure }: LawReport,
): readonly string[] {
  const title = xmlAttribute(`${law} ${from} to ${to}`);
  const head = `    <testcase classname=${xmlAttribute(name)} name=${title}`;
  if (runs === 0 && passed) return [`${head}>`, "      <skipped/>", "    </testcase>"];
  if (failure === undefined) return [`${head}/>`];
  const statement = webhookLaws.find((each) => each.name === law)?.statement ?? "";
  const text = `does not hold: ${statement}. Repeat with --law ${law} --seed ${failure.seed}`;
  return [
    `${head}>`,
    `      <failure message=${xmlAttribute(`${law} fails`)}>${xmlText(text)}</failure>`,
    "    </testcase>",
  ];
}
