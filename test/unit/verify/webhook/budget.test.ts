import { describe, expect, test } from "vitest";
import { checkWebhook, type WebhookReport } from "../../../../lib/verify/webhook/check-webhook.ts";
import { webhookLaws } from "../../../../lib/verify/webhook/profiles.ts";
import { begun, plantedFaults } from "../../../support/webhooks/faults.ts";
import { givenJobs } from "../../../support/webhooks/given-jobs.ts";
import { webhookInProcess } from "../../../support/webhooks/in-process.ts";

interface LimitedRun {
  readonly sent: number;
  readonly report: WebhookReport;
}

/** Tries all laws on a webhook that may be sent `most` reviews. */
function checkWithin(most: number, fault?: Parameters<typeof webhookInProcess>[0]): LimitedRun {
  const checked = webhookInProcess(fault);
  const { webhook } = checked;
  let sent = 0;
  const counted = (send: typeof webhook.send) => (review: string) => {
    sent++;
    return send(review);
  };
  const port = {
    ended: () => (sent >= most ? { reason: "the budget is used up", isFault: false } : undefined),
    send: counted(webhook.send),
    deliveries: new Map(
      [...(webhook.deliveries ?? [])].map(([delivery, send]) => [delivery, counted(send)]),
    ),
  };
  const limits = { laws: webhookLaws, runs: 3, seed: 1, acknowledged: [] };
  const report = checkWebhook({ ...checked, samples: givenJobs, webhook: port }, limits);
  return { sent, report };
}

const faulty = plantedFaults.filter(({ law }) => law === "round-trip").slice(0, 2);

describe.each([
  { name: "a correct webhook", fault: undefined },
  ...faulty.map((planted) => ({ name: planted.name, fault: begun(planted) })),
])("a budget, for a webhook: $name", ({ fault }) => {
  const all = checkWithin(Number.POSITIVE_INFINITY, fault);

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 22, 23, 24, 25, 50, 99, 150, 333])(
    "of %i reviews is not exceeded, and what it cuts off is not a failure",
    (most) => {
      const { sent, report } = checkWithin(most, fault);
      expect(sent).toBeLessThanOrEqual(most);
      for (const [index, { failure }] of report.laws.entries()) {
        if (failure !== undefined) expect(all.report.laws[index]?.failure).toBeDefined();
      }
    },
  );
});
