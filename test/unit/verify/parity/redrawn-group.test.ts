import { describe, expect, test } from "vitest";
import {
  compareWebhooks,
  type ParityReport,
} from "../../../../lib/verify/parity/compare-webhooks.ts";
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
import { convertJob, mapAt } from "../../../support/webhooks/job-conversion.ts";
import type { WebhookFault } from "../../../support/webhooks/webhook.ts";

const { webhook: right, ...kind } = webhookInProcess();

/** Compares the right webhook with one that has a fault, with given objects. */
function compare(
  fault: WebhookFault,
  options: { readonly showsSamples?: boolean } = {},
): ParityReport {
  const { webhook } = webhookInProcess(fault);
  return compareWebhooks(
    { ...kind, samples: givenJobs, old: right, new: webhook },
    { runs: 20, seed, isStrict: false, ...options },
  );
}

const names = [
  "the status is not converted",
  "one item of a list is converted",
  "zero values are removed",
  "a label is written",
  "annotations are dropped",
];

describe("the example of a difference", () => {
  test.each(plantedFaults.filter(({ name }) => names.includes(name)))(
    "shows no given value if $name",
    (planted) => {
      const { differences, harmless } = compare(begun(planted));
      const all = [...differences, ...harmless];
      expect(all.length).toBeGreaterThan(0);
      expect(shownText(all)).not.toContain(secret);
      expect(shownText(all)).not.toMatch(/\b42424\d{2}\b/);
      expect(all.filter(({ example }) => example.isMasked)).toEqual([]);
    },
  );

  test("has a generated value for which the webhooks differ in the same way", () => {
    const isLong = (object: Parameters<typeof noteOf>[0]): boolean =>
      String(noteOf(object) ?? "").length >= 7;
    const [difference] = compare(failsIf(isLong, "the note is long")).differences;
    expect(difference).toMatchObject({ kind: "refused", path: "" });
    expect(difference?.example.newValue).toContain("the note is long");
    expect(isLong(difference?.example.before ?? {})).toBe(true);
  });

  test("names a generated label in the path, as in the object", () => {
    const dropped: WebhookFault = {
      convert: (object, to) => {
        const { labels: _, ...metadata } = mapAt(convertJob(object, to), "metadata");
        return { ...convertJob(object, to), metadata };
      },
    };
    const { differences } = compare(dropped);
    const paths = differences.map(({ path }) => path);
    expect(paths.join()).not.toContain(secret);
    const own = differences.find(({ path }) => !path.includes("example.com/other"));
    const [label] = Object.keys(mapAt(own?.example.before ?? {}, "metadata", "labels"));
    expect(own?.path).toBe(`metadata.labels[${JSON.stringify(label)}]`);
  });

  test("has *** for the values that the difference depends on, in its message and in its path", () => {
    const depends = failsIf(
      (object) => noteOf(object) === secret,
      `${secret.toUpperCase()} is not allowed`,
    );
    const { differences } = compare(depends);
    const [first] = differences;
    expect(first?.example).toMatchObject({ isMasked: true, oldValue: "***", newValue: "***" });
    expect(noteOf(first?.example.before ?? {})).toBe("***");
    expect(shownText(differences).toLowerCase()).not.toContain(secret);
    const label = `${secret}/app`;
    const unlabelled: WebhookFault = {
      convert: (object, to) => {
        const converted = convertJob(object, to);
        const { [label]: _, ...labels } = mapAt(converted, "metadata", "labels");
        return { ...converted, metadata: { ...mapAt(converted, "metadata"), labels } };
      },
    };
    const report = compare(unlabelled);
    expect(report.differences.map(({ path }) => path)).toContain('metadata.labels["***"]');
    expect(shownText(report)).not.toContain(secret);
  });

  test("is shown unchanged if that is requested", () => {
    const depends = failsIf((object) => noteOf(object) === secret);
    const [first] = compare(depends, { showsSamples: true }).differences;
    expect(noteOf(first?.example.before ?? {})).toBe(secret);
    expect(first?.example.isMasked).toBeUndefined();
  });
});
