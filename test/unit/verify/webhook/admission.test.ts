import { describe, expect, test } from "vitest";
import { admissionLaws } from "../../../../lib/verify/webhook/admission/laws.ts";
import { checkAdmission } from "../../../../lib/verify/webhook/check-webhook.ts";
import { seed } from "../../../support/seed.ts";
import {
  type AdmissionWebhook,
  admit,
  faultyWebhooks,
  rightWebhooks,
} from "../../../support/webhooks/admission.ts";
import { portInProcess, webhookInProcess } from "../../../support/webhooks/in-process.ts";

/** The laws that an admission webhook breaks, and how many were tried on objects. */
function check(webhook: AdmissionWebhook) {
  const checked = { ...webhookInProcess(), webhook: portInProcess((text) => admit(text, webhook)) };
  const registration = {
    name: "jobs/jobs.example.com",
    step: webhook.step,
    resource: "jobs",
    operations: ["CREATE", "UPDATE"],
    versions: ["v1alpha1", "v1"],
  } as const;
  const options = { laws: admissionLaws, runs: 60, seed, acknowledged: [] };
  const { laws } = checkAdmission(checked, registration, options);
  return {
    failed: [...new Set(laws.filter(({ passed }) => !passed).map(({ law }) => law))],
    versions: [...new Set(laws.map(({ from, to }) => `${from} ${to}`))],
    tried: new Set(laws.filter(({ runs }) => runs > 0).map(({ law }) => law)).size,
  };
}

describe("an admission webhook of any make", () => {
  test.each(rightWebhooks)("has no finding if it is right: $name", (webhook) => {
    const { failed, versions, tried } = check(webhook);
    expect(failed).toEqual([]);
    expect(versions).toEqual(["v1alpha1 v1alpha1", "v1 v1"]);
    expect(tried).toBe(webhook.step === "mutating" ? 6 : 3);
  });

  test.each(faultyWebhooks)("is found by $law if $name ($thread)", (webhook) => {
    expect(check(webhook).failed).toContain(webhook.law);
  });

  test("has a fault planted for each law", () => {
    const planted = new Set(faultyWebhooks.map(({ law }) => law));
    expect(admissionLaws.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });
});
