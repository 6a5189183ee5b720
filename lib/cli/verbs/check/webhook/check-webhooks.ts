import { randomInt } from "node:crypto";
import { stringify } from "../../../../json/write.ts";
import { checkAdmission, checkWebhook } from "../../../../verify/webhook/check-webhook.ts";
import { ciForms, ciText, isCiForm } from "../../../ci/ci-forms.ts";
import { type Invocation, textOption } from "../../../command.ts";
import { numberOption } from "../../../option-values.ts";
import { outputForm } from "../../../output-form.ts";
import { type BarStream, ProgressBar } from "../../../terminal/progress-bar.ts";
import { outputStyle } from "../../../terminal/terminal-style.ts";
import { jsonValueOf } from "../json-of.ts";
import { type ChosenLaws, chosenLaws } from "./chosen-laws.ts";
import { webhookSuites } from "./ci-suites.ts";
import { folderOption } from "./folder-option.ts";
import { webhookHtml } from "./html-report.ts";
import type { WebhookKind } from "./kind-option.ts";
import { readAcknowledgedLosses } from "./read-acknowledged-losses.ts";
import { chosenWebhooks } from "./requested-webhooks.ts";
import { type GivenSamples, samplesFor } from "./samples-for.ts";
import { webhookSarif } from "./sarif-report.ts";
import { openTarget, type SendLimits, sendLimits } from "./target-port.ts";
import type { ChosenWebhooks, TargetReport, WebhookTarget } from "./targets.ts";
import { webhookText } from "./text-report.ts";

/** The forms of reports on webhooks. */
export const webhookForms = [...ciForms, "sarif", "html"] as const;

/** The default of `--runs`: objects for each law and direction. Fewer than for kinds, because each object is sent in reviews. */
const defaultRuns = 100;

/** `check --url`, `--admission` and `--cluster`: tests the laws on webhooks of any implementation, and returns the exit code. */
export async function checkWebhooks(invocation: Invocation): Promise<number> {
  const run: TargetRun = {
    laws: chosenLaws(invocation),
    runs: numberOption(invocation, "runs", 1) ?? defaultRuns,
    seed: numberOption(invocation, "seed", 0) ?? randomInt(2 ** 31),
    acknowledged: readAcknowledgedLosses(textOption(invocation, "acknowledge")),
    limits: sendLimits(invocation),
    showsSamples: invocation.options["show"] === true,
    stream: invocation.progress.bar,
  };
  const form = outputForm(invocation, webhookForms) ?? "text";
  const folder = folderOption(invocation);
  await using webhooks = await chosenWebhooks(invocation, run.seed);
  const { kind, targets, skipped } = webhooks;
  for (const note of skipped) invocation.error(`customhouse check: ${note}`);
  const reports: TargetReport[] = [];
  for (const target of targets) {
    const { samples, note } = samplesFor(target, webhooks, run.limits.sendsHostile);
    if (note !== undefined) invocation.error(`customhouse check: ${note}`);
    const report = await checkTarget(target, { kind, targets, samples }, run);
    if (report === undefined) continue;
    reports.push(report);
    const lines = targetText(report, invocation, { kind, folder, profile: run.laws.profile });
    if (form === "text") for (const line of lines) invocation.out(line);
  }
  if (isCiForm(form)) invocation.out(ciText(form, webhookSuites(reports)));
  if (form === "json") invocation.out(jsonOf(reports, run, skipped));
  if (form === "sarif") invocation.out(sarifOf(reports, invocation));
  if (form === "html") invocation.out(webhookHtml(reports));
  return concludeWebhooks(reports, invocation);
}

function sarifOf(reports: readonly TargetReport[], invocation: Invocation): string {
  const crd = textOption(invocation, "crd") ?? "";
  const isLive = textOption(invocation, "cluster") !== undefined;
  return webhookSarif(reports, isLive ? { name: crd } : { file: crd });
}

/** The options that the checks of all webhooks of a run share. */
interface TargetRun {
  readonly laws: ChosenLaws;
  readonly runs: number;
  readonly seed: number;
  readonly acknowledged: ReturnType<typeof readAcknowledgedLosses>;
  readonly limits: SendLimits;
  /** True for `--show`. */
  readonly showsSamples: boolean;
  /** The stream that the progress bar is drawn on. */
  readonly stream: BarStream;
}

/** Checks one webhook; undefined if none of the chosen laws applies to it. */
async function checkTarget(
  target: WebhookTarget,
  { kind, targets, samples }: Pick<ChosenWebhooks, "kind" | "targets"> & GivenSamples,
  { laws, runs, seed, acknowledged, limits, showsSamples, stream }: TargetRun,
): Promise<TargetReport | undefined> {
  const { admission } = target;
  const chosen = admission === undefined ? laws.conversion : laws.admission;
  if (chosen.length === 0) return undefined;
  const port = openTarget(target, limits);
  const other = targets.find((each) => admission !== undefined && each.admission === undefined);
  const conversion = other && openTarget(other, limits);
  const bar = new ProgressBar(stream);
  const onProgress = (progress: Parameters<ProgressBar["show"]>[1]): void =>
    bar.show(kind.crd.kind, progress);
  const check = { laws: chosen, runs, seed, acknowledged, showsSamples, onProgress };
  const checked = {
    ...kind,
    samples,
    sendsHostile: limits.sendsHostile,
    webhook: port,
    ...(conversion !== undefined && { conversion }),
  };
  try {
    const report =
      admission === undefined
        ? checkWebhook(checked, check)
        : checkAdmission(checked, admission, check);
    const sent = port.sent() + (conversion?.sent() ?? 0);
    return { target, report, sent, medianMs: port.medianMs() };
  } finally {
    bar.clear();
    await port.close();
    await conversion?.close();
  }
}

interface TextContext {
  readonly kind: WebhookKind;
  readonly folder: string | undefined;
  readonly profile: string;
}

/** The report as text. Writes the counterexamples, if there is a folder for them. */
function targetText(
  { target, report, sent, medianMs }: TargetReport,
  invocation: Invocation,
  { kind, folder, profile }: TextContext,
): readonly string[] {
  const [reviewVersion] = kind.reviewVersions;
  return webhookText(report, {
    ...outputStyle(),
    isVerbose: invocation.options["verbose"] === true,
    shown: [target.admission?.name, target.shown].filter(Boolean).join("   "),
    sent,
    medianMs,
    folder: folder === undefined ? undefined : { path: folder, prefix: filePrefix(target) },
    repeat: { group: kind.crd.group, reviewVersion, ca: textOption(invocation, "ca") },
    profile,
  });
}

/** The start of a webhook's file names, since several webhooks may fail the same law. Empty for the conversion webhook. */
function filePrefix({ admission }: WebhookTarget): string {
  if (admission === undefined) return "";
  return `${admission.step}.${admission.name.replaceAll(/[^A-Za-z0-9.-]/g, "-")}.`;
}

function jsonOf(
  reports: readonly TargetReport[],
  { laws: { profile } }: TargetRun,
  skipped: readonly string[],
): string {
  const webhooks = reports.map(({ target: { shown, admission }, report, sent }) => ({
    url: shown,
    ...(admission !== undefined && { admission }),
    reviews: sent,
    ...report,
  }));
  return stringify(jsonValueOf({ profile, webhooks, skipped }));
}

function concludeWebhooks(reports: readonly TargetReport[], { error }: Invocation): number {
  for (const { target, report } of reports) {
    const failed = new Set(report.laws.filter(({ passed }) => !passed).map(({ law }) => law));
    const name = `${report.kind}.${report.group}`;
    const which = target.admission === undefined ? name : `${name} (${target.admission.name})`;
    if (failed.size > 0) error(`customhouse check: ${which} fails ${[...failed].join(", ")}`);
    else if (!report.passed && report.ended !== undefined) {
      error(`customhouse check: ${which}: some laws were not tried: ${report.ended.reason}`);
    }
  }
  if (!reports.every(({ report }) => report.passed)) return 1;
  const hasResult = reports.some(({ report }) =>
    report.laws.some(({ runs, refused, crashed }) => runs > refused + crashed),
  );
  if (!hasResult)
    error(
      "customhouse check: nothing was checked: no law had an object to judge. Add objects with --samples DIR, or choose other laws",
    );
  return hasResult ? 0 : 1;
}
