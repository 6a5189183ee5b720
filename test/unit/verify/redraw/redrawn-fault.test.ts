import { describe, expect, test } from "vitest";
import { type JsonObject, member } from "../../../../lib/json/value.ts";
import type { LawFailure } from "../../../../lib/verify/check-laws.ts";
import { checkWebhook } from "../../../../lib/verify/webhook/check-webhook.ts";
import { webhookLaws } from "../../../../lib/verify/webhook/profiles.ts";
import { seed } from "../../../support/seed.ts";
import { begun, plantedFaults } from "../../../support/webhooks/faults.ts";
import {
  failsIf,
  givenJobs,
  noteOf,
  secret,
  shownText,
} from "../../../support/webhooks/given-jobs.ts";
import { webhookInProcess } from "../../../support/webhooks/in-process.ts";
import { convertJob, mapAt, withSpec } from "../../../support/webhooks/job-conversion.ts";
import { Refused, type WebhookFault } from "../../../support/webhooks/webhook.ts";

function failuresOf(
  fault: WebhookFault,
  law: string,
  options: { readonly runs?: number; readonly showsSamples?: boolean } = {},
): readonly LawFailure[] {
  const laws = webhookLaws.filter(({ name }) => name === law);
  const checked = { ...webhookInProcess(fault), samples: givenJobs };
  const report = checkWebhook(checked, { laws, runs: 60, seed, acknowledged: [], ...options });
  return report.laws.flatMap(({ failure }) => failure ?? []);
}

describe("a fault with generated values in place of given ones", () => {
  test.each(plantedFaults)("shows no given value if $name", (planted) => {
    const failures = failuresOf(begun(planted), planted.law, { runs: 300 });
    expect(failures.length).toBeGreaterThan(0);
    expect(shownText(failures)).not.toContain(secret);
    expect(shownText(failures)).not.toMatch(/\b42424\d{2}\b/);
    expect(failures.filter(({ isMasked }) => isMasked)).toEqual([]);
  });

  test("has objects of the given form, with generated values that fail the same law", () => {
    const isLong = (object: JsonObject): boolean => String(noteOf(object) ?? "").length >= 7;
    const [failure] = failuresOf(failsIf(isLong, "the note is long"), "converts");
    expect(failure?.explanation).toContain("the note is long");
    expect(failure?.isMasked).toBeUndefined();
    expect(shownText(failure === undefined ? [] : [failure])).not.toContain(secret);
    expect(isLong(failure?.before ?? {})).toBe(true);
  });

  test("masks the values that the failure depends on, and its message", () => {
    const depends = failsIf(
      (object) => noteOf(object) === secret,
      `${secret.toUpperCase()} is not allowed`,
    );
    const failures = failuresOf(depends, "converts");
    const [first] = failures;
    expect(first).toMatchObject({ isMasked: true, explanation: "***" });
    expect(mapAt(first?.before ?? {}, "spec")["note"]).toBe("***");
    expect(shownText(failures).toLowerCase()).not.toContain(secret);
  });

  test("shows everything if that is requested", () => {
    const depends = failsIf((object) => noteOf(object) === secret);
    const [first] = failuresOf(depends, "converts", { showsSamples: true });
    expect(noteOf(first?.before ?? {})).toBe(secret);
    expect(first?.isMasked).toBeUndefined();
  });

  test("keeps a word of the definition that the failure depends on", () => {
    const isFast = failsIf((object) => mapAt(object, "spec")["mode"] === "Fast");
    const [first] = failuresOf(isFast, "converts");
    expect(mapAt(first?.before ?? {}, "spec")).toEqual({ mode: "Fast" });
    expect(first?.isMasked).toBeUndefined();
  });

  test("masks a webhook's memory of another object", () => {
    let seen: string | undefined;
    const remembers: WebhookFault = {
      convert: (object, to) => {
        const note = noteOf(object);
        if (typeof note === "string" && note.includes(secret)) seen = note;
        const converted = convertJob(object, to);
        const kept = seen;
        return kept === undefined || member(object, "spec") === undefined
          ? converted
          : withSpec(converted, (spec) => ({ ...spec, note: kept }));
      },
    };
    const failures = failuresOf(remembers, "round-trip");
    expect(failures.length).toBeGreaterThan(0);
    expect(shownText(failures)).not.toContain(secret);
  });

  test("masks a message in which a webhook remembers another object", () => {
    let seen = "";
    const remembers: WebhookFault = {
      convert: (object) => {
        const note = noteOf(object);
        if (typeof note === "string" && note.includes(secret)) seen = note;
        throw new Refused(`refused, as before: ${seen}`);
      },
    };
    const failures = failuresOf(remembers, "converts");
    expect(failures.length).toBeGreaterThan(0);
    expect(shownText(failures)).not.toContain(secret);
  });
});
