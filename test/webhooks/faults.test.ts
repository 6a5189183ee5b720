import { describe, expect, test } from "vitest";
import { checkWebhook } from "../../lib/verify/webhook/check-webhook.ts";
import { webhookLaws } from "../../lib/verify/webhook/profiles.ts";
import { seed } from "../support/seed.ts";
import { brokenWith } from "../support/webhooks/broken-laws.ts";
import { faultMatrix, faultRow } from "../support/webhooks/fault-matrix.ts";
import { plantedFaults } from "../support/webhooks/faults.ts";
import { webhookInProcess } from "../support/webhooks/in-process.ts";

describe("a webhook of any kind", () => {
  test("has no finding if it is correct", () => {
    const options = { laws: webhookLaws, runs: 60, seed, acknowledged: [] };
    const report = checkWebhook(webhookInProcess(), options);
    expect(report.passed).toBe(true);
    expect(report.laws.filter(({ runs }) => runs === 0).map(({ law }) => law)).toEqual(
      Array(6).fill("examples"),
    );
  });

  test("only gets reviews of at most 1 MB without --hostile", () => {
    const { webhook, ...rest } = webhookInProcess();
    const sent: string[] = [];
    const counted = {
      ...webhook,
      send: (review: string) => {
        sent.push(review);
        return webhook.send(review);
      },
    };
    const checked = { ...rest, webhook: counted, sendsHostile: false };
    const report = checkWebhook(checked, { laws: webhookLaws, runs: 10, seed, acknowledged: [] });
    expect(report.passed).toBe(true);
    const longest = Math.max(...sent.map((text) => Buffer.byteLength(text)));
    expect(longest).toBeGreaterThan(900_000);
    expect(longest).toBeLessThanOrEqual(1024 * 1024);
    expect(sent.filter((text) => !text.startsWith('{"kind":"ConversionReview"'))).toEqual([]);
  });

  test.each(plantedFaults)(
    "fails, if $name ($thread), $law and the laws for which faults.yaml has a reason, and no other",
    (planted) => {
      const { seeds, ...row } = faultRow("faults.yaml", planted);
      // `npm run test:deep` sends hostile bodies to all.
      const sendsHostile = row.always.includes("hostile-bodies");
      const broken = brokenWith(planted, seeds, { sendsHostile });
      expect({ law: planted.law, ...broken }).toEqual(row);
    },
  );

  test("has a row in faults.yaml for each fault, and no other", () => {
    expect([...faultMatrix("faults.yaml").keys()]).toEqual(plantedFaults.map(({ name }) => name));
  });

  test("has a fault planted for each law", () => {
    const planted = new Set(plantedFaults.map(({ law }) => law));
    const others = webhookLaws.map(({ name }) => name).filter((name) => !planted.has(name));
    expect(others).toEqual(["examples"]);
  });
});
