import { describe, expect, test } from "vitest";
import { kindFromFiles } from "../../../../lib/cli/kinds/kinds.ts";
import { isArray, isObject, type JsonObject } from "../../../../lib/json/value.ts";
import { ruleText } from "../../../../lib/lens/ops/rule-text.ts";
import { learnLens } from "../../../../lib/verify/learn/learn-lens.ts";
import { versionsOf } from "../../../support/learn/kind-webhook.ts";
import { learnedFrom, wrongPlaces } from "../../../support/learn/learned-kind.ts";
import { learnedTexts, specVersions } from "../../../support/learn/spec-webhook.ts";
import { seed } from "../../../support/seed.ts";
import { webhookInProcess } from "../../../support/webhooks/in-process.ts";
import { convertJob, mapAt, withSpec } from "../../../support/webhooks/job-conversion.ts";
import type { WebhookFault } from "../../../support/webhooks/webhook.ts";

/** Kinds of operators, and the share of the fields that differ for which rules are found. */
const kinds = [
  { name: "kueue-cluster-queue", share: 0.9 },
  { name: "knative-eventing-event-type", share: 0.9 },
  { name: "kueue-multi-kueue-cluster", share: 0.3 },
  { name: "cluster-api-machine-health-check", share: 0.9 },
];

describe("a lens is learned from what its webhook does", () => {
  test.each(kinds)("$name: every rule that is printed is right", ({ name, share }) => {
    const learned = learnedFrom(kindFromFiles(`test/operators/${name}`), { seed, runs: 60 });
    expect(wrongPlaces(learned, { seed: seed + 1, runs: 150 })).toEqual([]);
    expect(learned.fields.share).toBeGreaterThanOrEqual(share);
  });
});

describe("a webhook that does not convert single fields", () => {
  test("is tried with small valid objects if it refuses a field alone", () => {
    const whole: WebhookFault = {
      convert: (object, to) => {
        const { image, containerImage, ...spec } = mapAt(object, "spec");
        if ((image ?? containerImage) === undefined || Object.keys(spec).length === 0) {
          throw new Error("spec: an image and something else are needed");
        }
        return convertJob(object, to);
      },
    };
    const { crd, webhook } = webhookInProcess(whole);
    const versions = versionsOf(crd, { from: "v1alpha1", to: "v1beta1" }, webhook);
    const { rules } = learnLens(versions, { seed, runs: 60 });
    expect(rules.map(({ rule }) => ruleText(rule))).toEqual(
      expect.arrayContaining([
        "move spec.suspended → spec.paused",
        "move spec.steps[*].cmd → spec.steps[*].command",
      ]),
    );
  });

  test("that converts a field differently beside another one is reported, not guessed", () => {
    const depends: WebhookFault = {
      convert: (object, to) =>
        withSpec(convertJob(object, to), (spec) =>
          spec["mode"] === "Fast" ? { ...spec, note: `fast ${String(spec["note"] ?? "")}` } : spec,
        ),
    };
    const { crd, webhook } = webhookInProcess(depends);
    const versions = versionsOf(crd, { from: "v1alpha1", to: "v1beta1" }, webhook);
    const { rules, open } = learnLens(versions, { seed, runs: 60 });
    expect(rules.map(({ rule }) => ruleText(rule))).toContain(
      "move spec.image → spec.containerImage",
    );
    const texts = open.map(({ text }) => text).join("\n");
    expect(texts).toContain("spec.note");
    expect(texts).toContain('"mode":"Fast"');
  });
});

describe("a field that has an effect only beside another one", () => {
  test("is not kept, even if the field that it changes is undecided", () => {
    const text = { type: "string" };
    const { rules, open } = learnedTexts({
      v1: { code: text, unit: text },
      v2: { label: text },
      forth: ({ code, unit = "" }) => (code === undefined ? {} : { label: `${code}${unit}` }),
      back: ({ label }) => (label === undefined ? {} : { code: `from ${label}` }),
    });
    expect(rules).toEqual([]);
    const [first = "", second = ""] = open;
    expect(first).toMatch(/^v1 spec.code becomes spec.label, by a rule that is not known/);
    expect(second).toMatch(/^v1 spec.unit is in no field of v2: alone, but not in every object/);
  });

  test("is marked, if it is kept in a list whose other fields are undecided", () => {
    const [text, count] = [{ type: "string" }, { type: "integer", minimum: 0 }];
    const list = (properties: JsonObject): JsonObject => ({
      type: "array",
      items: { type: "object", properties },
    });
    const versions = specVersions({
      v1: { domains: list({ count, note: text }) },
      v2: { total: count },
      forth: ({ domains }) => {
        const counts = isArray(domains)
          ? domains.filter(isObject).map((each) => each["count"])
          : [];
        return { total: counts.reduce<number>((sum, each) => sum + Number(each ?? 0), 0) };
      },
      back: () => ({}),
    });
    const { rules } = learnLens(versions, { seed, runs: 60 });
    expect(rules.map(({ rule }) => ruleText(rule))).toEqual(["keep spec.domains[*].note"]);
    expect(rules[0]?.reasons).toContain(
      "spec.domains[*].note: spec.domains[*].count beside it in the list is not decided",
    );
  });
});
