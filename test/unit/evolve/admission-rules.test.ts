import { describe, expect, test } from "vitest";
import { rulesFor } from "../../../lib/evolve/admission-rules.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

const crontabs = { group: "stable.example.com", plural: "crontabs" };

function ruleOf(versions: readonly string[], more: JsonObject = {}): JsonObject {
  return {
    apiGroups: ["stable.example.com"],
    apiVersions: versions,
    operations: ["CREATE", "UPDATE"],
    resources: ["crontabs"],
    ...more,
  };
}

/** The rules of a webhook configuration with one webhook. */
function rulesIn(...rules: readonly JsonObject[]) {
  const object = { metadata: { name: "c" }, webhooks: [{ name: "w", rules }] };
  const configurations = [{ plural: "validatingwebhookconfigurations", object }];
  return rulesFor({ configurations, notRead: [] }, crontabs).rules;
}

describe("rules that cover a resource", () => {
  test.each([
    { name: "the resource itself", rule: ruleOf(["v1"]), count: 1 },
    { name: "a subresource", rule: ruleOf(["v1"], { resources: ["crontabs/status"] }), count: 1 },
    { name: "all resources", rule: ruleOf(["v1"], { resources: ["*/*"] }), count: 1 },
    { name: "all groups", rule: ruleOf(["v1"], { apiGroups: ["*"] }), count: 1 },
    { name: "another resource", rule: ruleOf(["v1"], { resources: ["jobs"] }), count: 0 },
    { name: "another group", rule: ruleOf(["v1"], { apiGroups: ["batch"] }), count: 0 },
  ])("$name", ({ rule, count }) => {
    expect(rulesIn(rule)).toHaveLength(count);
  });

  test("a rule of the same webhook covers another version only for the same operations", () => {
    const [same] = rulesIn(ruleOf(["v1beta1"]), ruleOf(["v1"], { operations: ["*"] }));
    const [fewer] = rulesIn(ruleOf(["v1beta1"]), ruleOf(["v1"], { operations: ["CREATE"] }));
    expect(same?.covered).toEqual(["v1beta1", "v1"]);
    expect(fewer?.covered).toEqual(["v1beta1"]);
  });

  test("policies have their rules in matchConstraints", () => {
    const spec = { matchConstraints: { resourceRules: [ruleOf(["v1beta1"])] } };
    const configurations = [
      { plural: "mutatingadmissionpolicies", object: { metadata: { name: "p" }, spec } },
    ];
    expect(rulesFor({ configurations, notRead: [] }, crontabs).rules).toEqual([
      {
        resource: "mutatingadmissionpolicy",
        name: "p",
        pointer: "/spec/matchConstraints/resourceRules/0/apiVersions",
        versions: ["v1beta1"],
        covered: ["v1beta1"],
      },
    ]);
  });
});
