import type { LawReport } from "../../../../verify/check-laws.ts";
import type { LawName } from "../../../../verify/laws/law.ts";
import type { WebhookReport } from "../../../../verify/webhook/check-webhook.ts";
import type { Colours } from "../../../terminal/colours.ts";
import { countedInGroups, sumOver, untriedLaws } from "../report-text.ts";

/**
 * The line for the laws that are ok: how many are ok, how many failed, and which were not tried, because they do not apply or no
 * object gave a result. Empty if no law is ok.
 */
export function countsLine(
  report: WebhookReport,
  { colours, sent }: { readonly colours: Colours; readonly sent: number },
): readonly string[] {
  const { ok, failed, untried } = lawsByResult(report);
  if (ok.length === 0) return [];
  const refused = sumOver(report.laws, (each) => each.refused);
  const objects = countedInGroups(
    sumOver(report.laws, ({ runs }) => runs),
    "object",
  );
  const counts = [
    countedInGroups(ok.length, "law"),
    ...(failed.length === 0 ? [] : [`${failed.length} failed`]),
    ...(untried.length === 0 ? [] : [`${untried.length} not tried (${untried.join(", ")})`]),
    refused === 0
      ? objects
      : `${objects} (${refused.toLocaleString("en-US")} not judged: refused, or not valid)`,
    countedInGroups(sent, "review"),
    `seed ${report.seed}`,
  ];
  return [`${colours.good("ok")}    ${counts.join(", ")}`];
}

type LawNames = readonly LawName[];

/** The laws of a report by their result. */
function lawsByResult(report: WebhookReport): {
  ok: LawNames;
  failed: LawNames;
  untried: LawNames;
} {
  const namesOf = (reports: readonly LawReport[]): ReadonlySet<LawName> =>
    new Set(reports.map(({ law }) => law));
  const failed = namesOf(report.laws.filter(({ passed }) => !passed));
  const tried = namesOf(report.laws.filter(({ runs }) => runs > 0));
  const unjudged = untriedLaws(report);
  const isOk = (law: LawName): boolean =>
    tried.has(law) && !failed.has(law) && !unjudged.includes(law);
  const names = [...namesOf(report.laws)];
  return {
    ok: names.filter(isOk),
    failed: [...failed],
    untried: names.filter((law) => !failed.has(law) && !isOk(law)),
  };
}
