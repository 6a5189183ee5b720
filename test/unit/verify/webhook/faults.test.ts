import { describe, expect, test } from "vitest";
import { checkWebhook, type WebhookReport } from "../../../../lib/verify/webhook/check-webhook.ts";
import { webhookLaws } from "../../../../lib/verify/webhook/profiles.ts";
import { seed } from "../../../support/seed.ts";
import { plantedFaults } from "../../../support/webhooks/faults.ts";
import { webhookInProcess } from "../../../support/webhooks/in-process.ts";
import type { WebhookFault } from "../../../support/webhooks/webhook.ts";

function check(fault: WebhookFault | undefined, law?: string, runs = 60): WebhookReport {
  const laws = webhookLaws.filter(({ name }) => law === undefined || name === law);
  return checkWebhook(webhookInProcess(fault), { laws, runs, seed, acknowledged: [] });
}

function failed({ laws }: WebhookReport): readonly string[] {
  return [...new Set(laws.filter(({ passed }) => !passed).map(({ law }) => law))];
}

describe("a webhook of any make", () => {
  test("has no finding if it is right", () => {
    const report = check(undefined);
    expect(failed(report)).toEqual([]);
    expect(report.laws.filter(({ runs }) => runs === 0).map(({ law }) => law)).toEqual(
      Array(6).fill("examples"),
    );
  });

  test("is sent reviews alone, of at most 1 MB, without --hostile", () => {
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

  test.each(plantedFaults)("is found by $law if $name ($thread)", ({ law, fault }) => {
    expect(failed(check(fault, law, 300))).toEqual([law]);
  });

  test("has a fault planted for each law", () => {
    const planted = new Set(plantedFaults.map(({ law }) => law));
    const others = webhookLaws.map(({ name }) => name).filter((name) => !planted.has(name));
    expect(others).toEqual(["examples"]);
  });
});
