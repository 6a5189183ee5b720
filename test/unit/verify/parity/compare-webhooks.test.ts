import { describe, expect, test } from "vitest";
import { isObject, member } from "../../../../lib/json/value.ts";
import {
  compareWebhooks,
  type ParityReport,
} from "../../../../lib/verify/parity/compare-webhooks.ts";
import { seed } from "../../../support/seed.ts";
import { begun, plantedFaults } from "../../../support/webhooks/faults.ts";
import { webhookInProcess } from "../../../support/webhooks/in-process.ts";
import {
  convertJob,
  mapAt,
  stash,
  withAnnotations,
  withSpec,
} from "../../../support/webhooks/job-conversion.ts";
import { Refused, type WebhookFault } from "../../../support/webhooks/webhook.ts";

const { webhook: right, ...kind } = webhookInProcess();

/** Compares the right webhook with one that has a fault; `old` exchanges the two. */
function compare(
  fault: WebhookFault | undefined,
  { isStrict = false, runs = 60, isOld = false } = {},
): ParityReport {
  const { webhook: other } = webhookInProcess(fault);
  const sides = isOld ? { old: other, new: right } : { old: right, new: other };
  return compareWebhooks({ ...kind, ...sides }, { runs, seed, isStrict });
}

function planted(name: string): WebhookFault | undefined {
  const found = plantedFaults.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no fault is named ${name}`);
  return begun(found);
}

function textsOf({ differences }: ParityReport): readonly string[] {
  return differences.map(({ step, version, path, kind: sort }) =>
    [step, version, path, sort].filter((text) => text !== "").join(" "),
  );
}

describe("two webhooks", () => {
  test("that are equal have no difference, not even a harmless one", () => {
    const report = compare(undefined, { isStrict: true });
    expect(report).toMatchObject({ isReady: true, differences: [], harmless: [], uncompared: [] });
    expect(report.objects).toBeGreaterThan(500);
  });

  test.each([
    ["the status is not converted", "conversion v1 status missing"],
    ["a field is lost on the way down", "conversion v1alpha1 spec.labels missing"],
    ["an empty spec is refused", "conversion v1beta1 refused"],
    ["the namespace is lost", "conversion v1 malformed"],
    ["integers beyond 2^53 are rounded", "conversion v1 spec.quota changed"],
    ["a label is written", 'conversion v1 metadata.labels["converted"] added'],
    ["annotations are dropped", 'conversion v1 metadata.annotations["example.com/other"] missing'],
    ["an enum is written in another case", "conversion v1alpha1 spec.mode changed"],
    [
      "a field that the version does not have is left in place",
      "there-and-back v1 spec.priority missing",
    ],
  ])("differ if in the new one %s", (name, text) => {
    const report = compare(planted(name));
    expect(report.isReady).toBe(false);
    expect(textsOf(report)).toContain(text);
  });

  test("of which the new one ignores edits differ after an edit", () => {
    const report = compare(planted("what was preserved wins over an edit"), { runs: 400 });
    expect(textsOf(report)).toContain("edited v1beta1 spec.paused changed");
  });

  test("are reported with values that the old one preserved and the new one does not read", () => {
    const otherStash = "example.com/kept-priority";
    const rename = (from: string, to: string) => (object: Parameters<typeof convertJob>[0]) => {
      const { [from]: text, ...annotations } = mapAt(object, "metadata", "annotations");
      if (text === undefined) return object;
      return withAnnotations(object, { ...annotations, [to]: text });
    };
    // The new one keeps its own values under another name, and leaves what the old one has preserved as it is.
    const report = compare({
      convert: (object, to) => {
        const own = rename(otherStash, stash)(rename(stash, "x")(object));
        return rename("x", stash)(rename(stash, otherStash)(convertJob(own, to)));
      },
    });
    const [difference] = report.differences;
    expect(difference).toMatchObject({
      step: "take-over",
      version: "v1",
      path: "spec.priority",
      kind: "missing",
    });
    expect(difference?.example.annotations).toEqual([stash]);
    expect(report.harmless.map(({ harmless }) => harmless)).toContain("preserved");
  });

  test.each(["an explicit false is removed", "zero values are removed", "null becomes absent"])(
    "that differ in zero values alone are ready, but not strictly: %s",
    (name) => {
      const report = compare(planted(name));
      expect(report.isReady).toBe(true);
      expect(report.harmless.every(({ harmless }) => harmless === "zero-value")).toBe(true);
      const strict = compare(planted(name), { isStrict: true });
      expect(strict).toMatchObject({ isReady: false, harmless: [] });
      expect(strict.differences.length).toBe(report.harmless.length);
    },
  );

  test("are ready if the new one converts objects that the old one refuses", () => {
    const report = compare(planted("an empty spec is refused"), { isOld: true });
    expect(report).toMatchObject({ isReady: true, differences: [] });
    expect(report.harmless.map(({ harmless }) => harmless)).toContain("newly-converted");
  });

  test("that both refuse everything are not ready, because nothing was compared", () => {
    const refuses: WebhookFault = {
      convert: () => {
        throw new Refused("no");
      },
    };
    const { webhook } = webhookInProcess(refuses);
    const report = compareWebhooks(
      { ...kind, old: webhook, new: webhook },
      { runs: 5, seed, isStrict: false },
    );
    expect(report).toMatchObject({ isReady: false, differences: [] });
    expect(report.uncompared).toHaveLength(6);
  });

  test("are compared by the smallest object that distinguishes them, with the most frequent difference first", () => {
    const { differences } = compare({
      convert: (object, to) =>
        withSpec(convertJob(object, to), ({ note: _, ...spec }) =>
          member(spec, "mode") === "Fast" ? { ...spec, mode: "Safe" } : spec,
        ),
    });
    const counts = differences.map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
    const note = differences.find(
      ({ path, step }) => path === "spec.note" && step === "conversion",
    );
    const spec = note?.example.before["spec"];
    expect(isObject(spec) && Object.keys(spec)).toEqual(["note"]);
  });
});
