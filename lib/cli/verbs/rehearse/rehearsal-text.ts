import type { ClientFailure, ClientRecord } from "../../../evolve/rehearse/client-log.ts";
import type { RehearsalReport, RehearsedStep } from "../../../evolve/rehearse/rehearse-plan.ts";
import { counted } from "../../../json/counted.ts";
import type { JsonObject } from "../../../json/value.ts";

/** The report on a rehearsal, with the facts of its run. */
export interface RehearsalEnd {
  readonly report: RehearsalReport;
  readonly definition: string;
  /** The number of steps of the plan. */
  readonly planned: number;
  readonly isRedacted: boolean;
  readonly seconds: number;
  /** The reviews that the rehearsal's own webhook responded to; null if it has none, because `--kinds` is not given. */
  readonly webhook: { readonly reviews: number; readonly failed: number } | null;
}

/** True if every step was carried out without faults, no write was lost, and clients saw only failures that can't be avoided. */
export function hasOnlyDocumentedFailures({ report, planned }: RehearsalEnd): boolean {
  const { steps, lost } = report;
  return steps.length === planned + 1 && lost.length === 0 && steps.every(isStepAsDocumented);
}

function isStepAsDocumented({ faults, clients }: RehearsedStep): boolean {
  return faults.length === 0 && clients.every(({ failures }) => failures.every(isUnavoidable));
}

function isUnavoidable({ unavoidable }: ClientFailure): boolean {
  return unavoidable !== null;
}

/** The lines of one step. `number`: counted from 1; 0 for what happened before the first step. */
export function rehearsedLines(
  step: RehearsedStep,
  number: number,
  planned: number,
): readonly string[] {
  const { title, seconds, faults, moved, clients } = step;
  const head =
    number === 0 ? title : `step ${number} of ${planned}: ${title} (${secondsText(seconds)})`;
  const versions = [...new Set(clients.map(({ version }) => version))];
  return [
    `${isStepAsDocumented(step) ? "ok  " : "FAIL"}  ${head}`,
    ...faults.map((fault) => `      ${fault}`),
    ...(moved === null
      ? []
      : [`      before this step the clients at ${moved.from} moved to ${moved.to}`]),
    ...versions.map((version) => versionLine(version, clients)),
    ...clients.flatMap(failureLines),
  ];
}

/** A line with what the clients of a version did, and the longest time that each was without a response or an open watch. */
function versionLine(version: string, clients: readonly ClientRecord[]): string {
  const own = clients.filter((client) => client.version === version);
  return `      at ${version}: ${own.map(clientText).join("; ")}`;
}

function clientText({ role, requests, longestGapMs }: ClientRecord): string {
  const gap = secondsText(longestGapMs / 1000);
  if (role === "watch") return longestGapMs === 0 ? "watch open" : `watch closed for ${gap}`;
  return `${counted(requests, role === "reader" ? "read" : "write")}, longest gap ${gap}`;
}

function failureLines({ role, version, failures }: ClientRecord): readonly string[] {
  return failures.map(({ request, status, text, count, unavoidable }) => {
    const failureText =
      status === 200 ? text : `${request}: ${status === 0 ? "no response" : status}: ${text}`;
    const why = unavoidable === null ? "" : ` (${unavoidable})`;
    const sign = unavoidable === null ? "FAIL" : "note";
    return `      ${sign}  ${role} at ${version}: ${count} × ${failureText}${why}`;
  });
}

function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
}

/** The last lines of a rehearsal: objects that were not copied, lost writes, and the result. */
export function endLines(end: RehearsalEnd): readonly string[] {
  const { report, planned, seconds, webhook } = end;
  const { refused, lost, steps, copies } = report;
  const calls =
    webhook === null
      ? ""
      : `, ${counted(webhook.reviews, "review")} of which ${webhook.failed} failed`;
  const carriedOut = steps.slice(1).filter(({ faults }) => faults.length === 0).length;
  const what = `${carriedOut} of ${planned} steps with ${counted(copies, "copied object")} in ${secondsText(seconds)}${calls}`;
  return [
    ...refused.map((line) => `note  not copied: ${line}`),
    ...lost.map((line) => `FAIL  a write is lost: ${line}`),
    hasOnlyDocumentedFailures(end)
      ? `ok    ${what}: no field and no write is lost, and clients saw nothing but what can't be avoided`
      : `FAIL  ${what}: see the lines with FAIL above`,
  ];
}

/** The report on a rehearsal as JSON. */
export function rehearsalJson(end: RehearsalEnd): JsonObject {
  const { report, definition, isRedacted, seconds, webhook } = end;
  const { kubeApiServer, copies, refused, steps, lost } = report;
  return {
    definition,
    kubeApiServer,
    ok: hasOnlyDocumentedFailures(end),
    seconds,
    copies,
    redacted: isRedacted,
    notCopied: refused,
    steps: steps.map(({ clients, ...step }) => ({
      ...step,
      ok: isStepAsDocumented({ clients, ...step }),
      clients: clients.map(({ failures, ...client }) => ({
        ...client,
        failures: failures.map((failure) => ({ ...failure })),
      })),
    })),
    lost,
    webhook: webhook === null ? null : { ...webhook },
  };
}
