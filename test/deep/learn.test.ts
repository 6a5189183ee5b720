import { describe, expect, test } from "vitest";
import { kindFromFiles } from "../../lib/cli/kinds/kinds.ts";
import { learnedFrom, wrongPlaces } from "../support/learn/learned-kind.ts";
import { seed } from "../support/seed.ts";

/** Kinds of operators, and the share of the fields that differ for which rules are found. */
const kinds = [
  { name: "kueue-cluster-queue", share: 0.9 },
  { name: "kueue-multi-kueue-cluster", share: 0.3 },
  { name: "cluster-api-machine", share: 0.9 },
  { name: "cluster-api-machine-health-check", share: 0.9 },
  { name: "cluster-api-kubeadm-config", share: 0.9 },
  { name: "cluster-api-cluster-class", share: 0.9 },
  { name: "cluster-api-aws-cluster", share: 0.9 },
  { name: "external-secrets-external-secret", share: 0.6 },
  { name: "tekton-task", share: 0.9 },
  { name: "alertmanager-config", share: 0.85 },
  { name: "knative-eventing-event-type", share: 0.9 },
  { name: "kueue-workload", share: 0.4 },
  { name: "opentelemetry-collector", share: 0.7 },
];

describe("a lens is learned from what its webhook does", () => {
  test.each(kinds)("$name: every rule that is printed is right", ({ name, share }) => {
    const learned = learnedFrom(kindFromFiles(`test/operators/${name}`), { seed, runs: 200 });
    expect(wrongPlaces(learned, { seed: seed + 1, runs: 500 })).toEqual([]);
    expect(learned.fields.share).toBeGreaterThanOrEqual(share);
  });
});
