import type { ClientFailure, ClientRecord } from "../../../evolve/rehearse/client-log.ts";
import type { RehearsalReport, RehearsedStep } from "../../../evolve/rehearse/rehearse-plan.ts";
import type { JsonObject } from "../../../json/value.ts";
import { counted } from "../../terminal/counted.ts";

/** How a rehearsal ended, beside what happened in it. */
export interface RehearsalEnd {
  readonly report: RehearsalReport;
  readonly definition: string;
  /** The number of steps of the plan. */
  readonly planned: number;
  readonly isRedacted: boolean;
  readonly seconds: number;
  /** Reviews that the rehearsal's own webhook answered; null where the kind's own webhook, or none, converts. */
  readonly webhook: { readonly reviews: number; readonly failed: number } | null;
}

/** True where every step was carried out, and clients saw nothing but what can't be avoided. */
export function isAsDocumented({ report, planned }: RehearsalEnd): boolean {
  const { steps, lost } = report;
  return steps.length === planned + 1 && lost.length === 0 && steps.every(isStepAsDocumented);
}

function isStepAsDocumented({ faults, clients }: RehearsedStep): boolean {
  return faults.length === 0 && clients.every(({ failures }) => failures.every(isUnavoidable));
}

function isUnavoidable({ unavoidable }: ClientFailure): boolean {
  return unavoidable !== null;
}

/** The lines of one step. `number` is 0 before the first. */
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
      : [`      its clients at ${moved.from} moved to ${moved.to} before it`]),
    ...versions.map((version) => versionLine(version, clients)),
    ...clients.flatMap(failureLines),
  ];
}

/** What the clients of a version did, and how long each had to wait. */
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
    const seen =
      status === 200 ? text : `${request}: ${status === 0 ? "no response" : status}: ${text}`;
    const why = unavoidable === null ? "" : ` (${unavoidable})`;
    const sign = unavoidable === null ? "FAIL" : "note";
    return `      ${sign}  ${role} at ${version}: ${count} × ${seen}${why}`;
  });
}

function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
}

/** The last lines. */
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
    isAsDocumented(end)
      ? `ok    ${what}: no field and no write is lost, and clients saw nothing but what can't be avoided`
      : `FAIL  ${what}: see the lines with FAIL above`,
  ];
}

/** A rehearsal for programs. */
export function rehearsalJson(end: RehearsalEnd): JsonObject {
  const { report, definition, isRedacted, seconds, webhook } = end;
  const { kubeApiServer, copies, refused, steps, lost } = report;
  return {
    definition,
    kubeApiServer,
    ok: isAsDocumented(end),
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
