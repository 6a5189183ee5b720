import { describe, expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { correctWebhooks } from "../support/webhooks/correct.ts";
import { findingsIn } from "../support/webhooks/findings.ts";
import { webhookInProcess } from "../support/webhooks/in-process.ts";
import { ourWebhooks } from "../support/webhooks/our-webhooks.ts";

const seeds = Array.from({ length: 200 }, (_, index) => seed + index);
const ours = await ourWebhooks();

describe("a correct webhook has no finding with any of 200 seeds", () => {
  test.each(correctWebhooks)("that $name", ({ differs }) => {
    expect(findingsIn(webhookInProcess(differs), seeds, { runs: 2, acknowledged: [] })).toEqual([]);
  });

  test.each(ours)("of ours: $name", ({ checked, acknowledged }) => {
    expect(findingsIn(checked, seeds, { runs: 2, acknowledged })).toEqual([]);
  });
});
