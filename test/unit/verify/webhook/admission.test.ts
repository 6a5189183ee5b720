import { describe, expect, test } from "vitest";
import { admissionLaws } from "../../../../lib/verify/webhook/admission/laws.ts";
import type { AdmissionRegistration } from "../../../../lib/verify/webhook/admission/registration.ts";
import { checkAdmission } from "../../../../lib/verify/webhook/check-webhook.ts";
import { seed } from "../../../support/seed.ts";
import {
  type AdmissionWebhook,
  admit,
  faultyWebhooks,
  rightWebhooks,
} from "../../../support/webhooks/admission.ts";
import { brokenLaws, faultMatrix, faultRow } from "../../../support/webhooks/fault-matrix.ts";
import { portInProcess, webhookInProcess } from "../../../support/webhooks/in-process.ts";

function registration(step: AdmissionWebhook["step"]): AdmissionRegistration {
  return {
    name: "jobs/jobs.example.com",
    step,
    resource: "jobs",
    operations: ["CREATE", "UPDATE"],
    includesStatus: true,
    versions: ["v1alpha1", "v1"],
  };
}

/** The laws that an admission webhook breaks, and how many were tried on objects. */
function check(webhook: AdmissionWebhook, runSeed = seed) {
  const jobs = webhookInProcess();
  const port = portInProcess((text) => admit(text, webhook));
  const checked = { ...jobs, webhook: port, conversion: jobs.webhook };
  const options = { laws: admissionLaws, runs: 60, seed: runSeed, acknowledged: [] };
  const { laws } = checkAdmission(checked, registration(webhook.step), options);
  return {
    failed: [...new Set(laws.filter(({ passed }) => !passed).map(({ law }) => law))],
    versions: [...new Set(laws.map(({ from, to }) => `${from} ${to}`))],
    tried: new Set(laws.filter(({ runs }) => runs > 0).map(({ law }) => law)).size,
  };
}

describe("an admission webhook of any kind", () => {
  test.each(rightWebhooks)("has no finding if it is correct: $name", (webhook) => {
    const { failed, versions, tried } = check(webhook);
    expect(failed).toEqual([]);
    expect(versions).toEqual(["v1alpha1 v1alpha1", "v1 v1"]);
    expect(tried).toBe(webhook.step === "mutating" ? 7 : 4);
  });

  test.each(faultyWebhooks)(
    "fails, if $name ($thread), $law and the laws for which admission.yaml has a reason, and no other",
    (webhook) => {
      const { seeds, ...row } = faultRow("admission.yaml", webhook);
      const broken = seeds.map((each) => check(webhook, each).failed);
      expect({ law: webhook.law, ...brokenLaws(broken) }).toEqual(row);
    },
  );

  test("has a row in admission.yaml for each fault, and no other", () => {
    const rows = [...faultMatrix("admission.yaml").keys()];
    expect(rows).toEqual(faultyWebhooks.map(({ name }) => name));
  });

  test("is not compared between versions if nothing converts", () => {
    const [right] = rightWebhooks.filter(({ step }) => step === "validating");
    if (right === undefined) throw new Error("there is one");
    const checked = {
      ...webhookInProcess(),
      webhook: portInProcess((text) => admit(text, right)),
    };
    const options = { laws: admissionLaws, runs: 5, seed, acknowledged: [] };
    const { laws } = checkAdmission(checked, registration("validating"), options);
    const tried = laws.filter(({ runs }) => runs > 0).map(({ law }) => law);
    expect(tried).toContain("same-decision");
    expect(tried).not.toContain("same-in-versions");
  });

  test("has a fault planted for each law", () => {
    const planted = new Set(faultyWebhooks.map(({ law }) => law));
    expect(admissionLaws.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });
});
