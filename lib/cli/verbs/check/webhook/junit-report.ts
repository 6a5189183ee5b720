import type { LawReport } from "../../../../verify/check-laws.ts";
import { type JunitCase, type JunitSuite, junitText } from "../../../terminal/junit.ts";
import { everyWebhookLaw } from "./chosen-laws.ts";
import type { TargetReport } from "./targets.ts";
import { directionText } from "./text-report.ts";

/**
 * A report in JUnit's XML: a case for each law and direction. It names laws and versions and never holds an object, because
 * CI systems show it to many.
 */
export function webhookJunit(reports: readonly TargetReport[]): string {
  return junitText(reports.map(suiteOf));
}

function suiteOf({ target, report }: TargetReport): JunitSuite {
  const { group, kind, laws, ended } = report;
  const which = target.admission === undefined ? "" : ` ${target.admission.name}`;
  const stopped: JunitCase = { name: "all laws", error: "the webhook stopped to respond" };
  return {
    name: `${kind}.${group}${which}`,
    cases: [...laws.map(caseOf), ...(ended?.isFault === true ? [stopped] : [])],
  };
}

function caseOf({ law, from, to, runs, passed, failure }: LawReport): JunitCase {
  const name = `${law} ${directionText({ from, to })}`;
  if (runs === 0 && passed) return { name, isSkipped: true };
  if (failure === undefined) return { name };
  const statement = everyWebhookLaw.find((each) => each.name === law)?.statement ?? "";
  const text = `does not hold: ${statement}. Repeat with --law ${law} --seed ${failure.seed}`;
  return { name, failure: { message: `${law} fails`, text } };
}
