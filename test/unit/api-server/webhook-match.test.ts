import { describe, expect, test } from "vitest";
import type { LabelSelector, MatchCondition } from "../../../lib/admission/webhook-settings.ts";
import { NotSimulated } from "../../../lib/api-server/served-kind.ts";
import { callsWebhook } from "../../../lib/api-server/webhook-match.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

interface Case {
  readonly name: string;
  readonly selector?: LabelSelector;
  readonly conditions?: readonly MatchCondition[];
  /** Members of the request beside the resource and the object. */
  readonly request?: JsonObject;
  readonly called: boolean;
}

const labels = { tier: "gold", team: "a" };
const object = { metadata: { name: "one", labels }, spec: { size: 3 } };
const expression = (text: string): readonly MatchCondition[] => [{ name: "c", expression: text }];
const requirement = (operator: "In" | "NotIn" | "Exists" | "DoesNotExist", values?: string[]) => ({
  matchExpressions: [{ key: "tier", operator, ...(values && { values }) }],
});

function callOf({ selector, conditions, request = {} }: Omit<Case, "name" | "called">): boolean {
  const settings = {
    ...(selector && { objectSelector: selector }),
    ...(conditions && { matchConditions: conditions }),
  };
  const review = { request: { resource: { resource: "pizzas" }, object, ...request } };
  return callsWebhook({ name: "w", resources: ["pizzas", "pizzas/status"], settings }, review);
}

const rows: readonly Case[] = [
  { name: "its resource", called: true },
  { name: "a registered subresource", request: { subResource: "status" }, called: true },
  { name: "not another subresource", request: { subResource: "scale" }, called: false },
  { name: "not another resource", request: { resource: { resource: "toppings" } }, called: false },
  { name: "not a resource of another form", request: { resource: "pizzas" }, called: false },
  {
    name: "not a namespace of the control plane",
    request: { namespace: "kube-system" },
    called: false,
  },
  { name: "labels that match", selector: { matchLabels: { tier: "gold" } }, called: true },
  { name: "not with other labels", selector: { matchLabels: { tier: "tin" } }, called: false },
  {
    name: "the old object's labels",
    selector: { matchLabels: { tier: "tin" } },
    request: { oldObject: { metadata: { labels: { tier: "tin" } } } },
    called: true,
  },
  {
    name: "not an object without metadata",
    selector: { matchLabels: { tier: "gold" } },
    request: { object: { metadata: [] } },
    called: false,
  },
  { name: "In with the value", selector: requirement("In", ["tin", "gold"]), called: true },
  { name: "In without the value", selector: requirement("In", ["tin"]), called: false },
  {
    name: "In without the label",
    selector: requirement("In", ["gold"]),
    request: { object: {} },
    called: false,
  },
  { name: "NotIn with the value", selector: requirement("NotIn", ["gold"]), called: false },
  {
    name: "NotIn without the label",
    selector: requirement("NotIn", ["gold"]),
    request: { object: {} },
    called: true,
  },
  { name: "Exists with the label", selector: requirement("Exists"), called: true },
  {
    name: "Exists without the label",
    selector: requirement("Exists"),
    request: { object: {} },
    called: false,
  },
  { name: "DoesNotExist with the label", selector: requirement("DoesNotExist"), called: false },
  {
    name: "DoesNotExist without it",
    selector: requirement("DoesNotExist"),
    request: { object: {} },
    called: true,
  },
  {
    name: "a condition that is true",
    conditions: expression("object.spec.size > 2"),
    called: true,
  },
  {
    name: "a condition that is false",
    conditions: expression("object.spec.size > 3"),
    called: false,
  },
  {
    name: "a condition in which an absent old object is null",
    conditions: expression("oldObject == null"),
    called: true,
  },
  {
    name: "a condition that reads the request",
    conditions: expression("request.operation == 'CREATE'"),
    request: { operation: "CREATE" },
    called: true,
  },
];

describe("callsWebhook", () => {
  test.each(rows)("$name", ({ called, ...rest }) => {
    expect(callOf(rest)).toBe(called);
  });

  test.each([
    {
      name: "a condition that needs a cluster",
      text: "authorizer.group('').resource('pods').check('get').allowed()",
      message: /^the matchCondition "c" can't be evaluated without a cluster: /,
    },
    {
      name: "a condition that fails",
      text: "object.spec.none > 1",
      message: /^the matchCondition "c" does not evaluate to a boolean$/,
    },
    {
      name: "a condition of another type",
      text: "object.spec.size",
      message: /^the matchCondition "c" does not evaluate to a boolean$/,
    },
  ])("throws NotSimulated for $name", ({ text, message }) => {
    expect(() => callOf({ conditions: expression(text) })).toThrow(message);
    expect(() => callOf({ conditions: expression(text) })).toThrow(NotSimulated);
  });
});
