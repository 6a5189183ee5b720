import { describe, expect, test } from "vitest";
import type { WebhookSettings } from "../../../../lib/admission/webhook-settings.ts";
import { webhookFaults } from "../../../../lib/cli/verbs/manifests/webhook-faults.ts";
import { defineKind, type Kind } from "../../../../lib/kind/kind.ts";
import { kinds } from "../../../support/example-kinds.ts";

function kindWith(webhook: WebhookSettings): Kind {
  return defineKind({
    crd: {
      group: "example.com",
      kind: "Widget",
      plural: "widgets",
      scope: "Cluster",
      versions: [],
    },
    admission: { at: "v1", webhook },
  });
}

/** Settings as code without types may have them. */
function untyped(json: string): WebhookSettings {
  return JSON.parse(json);
}

const condition = { name: "a", expression: "true" };

describe("webhookFaults", () => {
  test("finds no fault in the example kinds", async () => {
    const faults = await Promise.all(kinds.map(webhookFaults));
    expect(faults.flat()).toEqual([]);
  });

  test.each([
    { name: "nothing", webhook: {} },
    { name: "policy and timeout", webhook: { failurePolicy: "Ignore", timeoutSeconds: 30 } },
    {
      name: "conditions",
      webhook: {
        matchConditions: [
          {
            name: "example.com/not-deleting",
            expression: "!has(object.metadata.deletionTimestamp)",
          },
          { name: "no-nodes", expression: '!request.userInfo.username.matches("^system:node:")' },
          { name: "changed", expression: "oldObject == null || object.spec != oldObject.spec" },
          {
            name: "not-breakglass",
            expression:
              '!authorizer.group("example.com").resource("widgets").check("breakglass").allowed()',
          },
        ],
      },
    },
    {
      name: "selectors",
      webhook: {
        objectSelector: {
          matchLabels: { "example.com/tier": "front" },
          matchExpressions: [
            { key: "a", operator: "In", values: ["b", ""] },
            { key: "c", operator: "Exists" },
          ],
        },
      },
    },
  ] as const)("finds no fault in $name", async ({ webhook }) => {
    expect(webhookFaults(kindWith(webhook))).toEqual([]);
  });

  test.each([
    {
      name: "an unknown policy",
      webhook: untyped('{"failurePolicy":"Abort"}'),
      fault: 'failurePolicy: must be Fail or Ignore, not "Abort"',
    },
    {
      name: "an invalid timeout",
      webhook: { timeoutSeconds: 0 },
      fault: "timeoutSeconds: must be a whole number from 1 to 30, not 0",
    },
    {
      name: "too many conditions",
      webhook: {
        matchConditions: Array.from({ length: 65 }, (_, at) => ({ ...condition, name: `a${at}` })),
      },
      fault: "matchConditions: at most 64, not 65",
    },
    {
      name: "a condition's name",
      webhook: { matchConditions: [{ ...condition, name: "a condition's name with a space" }] },
      fault: expect.stringMatching(/^matchConditions\[0\]\.name: name part must consist of/),
    },
    {
      name: "two conditions of a name",
      webhook: { matchConditions: [condition, condition] },
      fault: "matchConditions[1].name: is used twice",
    },
    {
      name: "an invalid expression",
      webhook: { matchConditions: [{ ...condition, expression: "object." }] },
      fault: expect.stringMatching(/^matchConditions\[0\]\.expression: .*Syntax error/s),
    },
    {
      name: "an unknown name",
      webhook: { matchConditions: [{ ...condition, expression: "self.a" }] },
      fault: expect.stringMatching(/undeclared reference to 'self'/),
    },
    {
      name: "an entry that is not a condition",
      webhook: { matchConditions: [{ ...condition, expression: "1 + 1" }] },
      fault: "matchConditions[0].expression: must be a bool, not int",
    },
    {
      name: "a label's value",
      webhook: { objectSelector: { matchLabels: { a: "not one!" } } },
      fault: expect.stringMatching(/^objectSelector\.matchLabels\[a\]: a valid label must/),
    },
    {
      name: "a requirement's key",
      webhook: { objectSelector: { matchExpressions: [{ key: "", operator: "Exists" }] } },
      fault: expect.stringMatching(/^objectSelector\.matchExpressions\[0\]\.key: name part/),
    },
    {
      name: "In without values",
      webhook: { objectSelector: { matchExpressions: [{ key: "a", operator: "In" }] } },
      fault: "objectSelector.matchExpressions[0].values: In needs at least one",
    },
    {
      name: "Exists with values",
      webhook: {
        objectSelector: { matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] },
      },
      fault: "objectSelector.matchExpressions[0].values: Exists takes none",
    },
    {
      name: "an unknown operator",
      webhook: untyped('{"objectSelector":{"matchExpressions":[{"key":"a","operator":"Is"}]}}'),
      fault:
        'objectSelector.matchExpressions[0].operator: must be In, NotIn, Exists or DoesNotExist, not "Is"',
    },
  ] as const)("finds the fault in $name", async ({ webhook, fault }) => {
    const [first = ""] = webhookFaults(kindWith(webhook));
    const prefix = "Widget.example.com: admission.webhook.";
    expect(first.slice(0, prefix.length)).toBe(prefix);
    expect(first.slice(prefix.length)).toEqual(fault);
  });
});
