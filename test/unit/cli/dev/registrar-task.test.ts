import { describe, expect, test } from "vitest";
import {
  type RegistrarTask,
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
  test("is read as it was written", () => {
    expect(registrarTask(JSON.stringify(task))).toEqual(task);
  });

  test.each([
    { name: "no line", line: "" },
    { name: "a text", line: '"task"' },
    { name: "no context", line: JSON.stringify({ ...task, kubectl: { program: "kubectl" } }) },
    { name: "no plan", line: JSON.stringify({ ...task, plan: null }) },
    { name: "a plan without a run", line: JSON.stringify({ ...task, plan: { webhooks: [] } }) },
    { name: "no word on taking over", line: JSON.stringify({ ...task, mayTakeOver: "no" }) },
  ])("is undefined for $name", ({ line }) => {
    expect(registrarTask(line)).toBeUndefined();
  });
});
