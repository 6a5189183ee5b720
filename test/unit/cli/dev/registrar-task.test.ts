import { describe, expect, test } from "vitest";
import { joinedPlans, planWithout } from "../../../../lib/cli/verbs/dev/cluster/cluster-plan.ts";
import {
  type RegistrarTask,
  registrarReply,
  registrarTask,
} from "../../../../lib/cli/verbs/dev/cluster/registrar-task.ts";

const task: RegistrarTask = {
  kubectl: { program: "kubectl", kubeconfig: null, context: "kind-dev" },
  plan: {
    run: "r",
    conversions: [{ name: "pizzas.example.com", conversion: { strategy: "Webhook" } }],
    webhooks: [{ kind: "ValidatingWebhookConfiguration" }],
  },
  mayTakeOver: false,
};

describe("the task of the registrar", () => {
  test("can be read as it was written", () => {
    expect(registrarTask(JSON.stringify(task))).toEqual(task);
  });

  test.each([
    { name: "an empty line", line: "" },
    { name: "a text", line: '"task"' },
    { name: "no context", line: JSON.stringify({ ...task, kubectl: { program: "kubectl" } }) },
    { name: "no plan", line: JSON.stringify({ ...task, plan: null }) },
    { name: "a plan without a run", line: JSON.stringify({ ...task, plan: { webhooks: [] } }) },
    { name: "a plan without takeOver", line: JSON.stringify({ ...task, mayTakeOver: "no" }) },
  ])("is undefined for $name", ({ line }) => {
    expect(registrarTask(line)).toBeUndefined();
  });
});

describe("the reply of the registrar", () => {
  test.each([{ notes: [] }, { notes: ["left alone"] }, { fault: "refused" }])("%j", (reply) => {
    expect(registrarReply(JSON.stringify(reply))).toEqual(reply);
  });

  test.each(["", "[]", "{}", '{"notes":"a"}'])("is undefined for %j", (line) => {
    expect(registrarReply(line)).toBeUndefined();
  });
});

describe("two plans of a run", () => {
  const pizzas = { name: "pizzas.example.com", conversion: { strategy: "Webhook" } };
  const toppings = { name: "toppings.example.com", conversion: { strategy: "Webhook" } };
  const validating = (name: string, more = {}) => ({
    kind: "ValidatingWebhookConfiguration",
    metadata: { name },
    ...more,
  });
  const first = { run: "r", conversions: [pizzas], webhooks: [validating("a"), validating("b")] };
  const changed = validating("b", { webhooks: [] });
  const mutating = { kind: "MutatingWebhookConfiguration", metadata: { name: "a" } };
  const second = { run: "r", conversions: [toppings], webhooks: [changed, mutating] };

  test("merged name each object once, in the form of the second plan", () => {
    expect(joinedPlans(first, second)).toEqual({
      run: "r",
      conversions: [pizzas, toppings],
      webhooks: [validating("a"), changed, mutating],
    });
  });

  test("subtracted leave the objects that only the first plan names", () => {
    expect(planWithout(first, second)).toEqual({
      run: "r",
      conversions: [pizzas],
      webhooks: [validating("a")],
    });
  });
});
