import { describe, expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { correctWebhooks } from "../support/webhooks/correct.ts";
import { plantedFaults } from "../support/webhooks/faults.ts";
import { findingsIn } from "../support/webhooks/findings.ts";
import { webhookInProcess } from "../support/webhooks/in-process.ts";
import { ourWebhooks } from "../support/webhooks/our-webhooks.ts";

const ours = await ourWebhooks();

describe("a correct webhook has no finding", () => {
  test.each(correctWebhooks)("that $name", ({ differs }) => {
    const checked = { ...webhookInProcess(differs), sendsHostile: false };
    expect(findingsIn(checked, [seed], { runs: 20, acknowledged: [] })).toEqual([]);
  });

  test.each(ours)("of ours: $name", ({ checked, acknowledged }) => {
    expect(findingsIn(checked, [seed], { runs: 3, acknowledged })).toEqual([]);
  });

  test("that are tried are about as many as the faulty ones", () => {
    expect(correctWebhooks.length + ours.length).toBeGreaterThanOrEqual(plantedFaults.length);
  });
});
