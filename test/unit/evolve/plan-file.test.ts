import { describe, expect, test } from "vitest";
import { planJson, readPlan } from "../../../lib/evolve/plan/plan-file.ts";
import type { VersionPlan } from "../../../lib/evolve/plan/version-plan.ts";
import type { StepAction } from "../../../lib/evolve/step/step-action.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

const version = { name: "v2", served: false, storage: false, maximum: 9_007_199_254_740_993n };

/** One of each type. */
const actions: readonly StepAction[] = [
  { type: "backup", version: "v1" },
  { type: "add-version", version, index: 1, conversion: { from: { strategy: "None" }, to: {} } },
  { type: "add-version", version, index: 1, conversion: null },
  { type: "set-served", version: "v2", served: true },
  { type: "set-storage", version: "v2", from: "v1" },
  { type: "rewrite", version: "v2" },
  { type: "set-stored-versions", from: ["v1", "v2"], to: ["v2"] },
  {
    type: "set-deprecated",
    version: "v1",
    deprecated: true,
    warning: { from: null, to: "use v2" },
  },
  {
    type: "set-deprecated",
    version: "v1",
    deprecated: false,
    warning: { from: "use v2", to: null },
  },
  { type: "remove-version", version, index: 0, conversion: null },
];

const plan: VersionPlan = {
  format: 3,
  cluster: { uid: "k", kubeApiServer: "v1.36.3", context: "prod" },
  definition: { name: "boxes.example.com", uid: "d", generation: 4 },
  quietDays: 7,
  preflight: { objects: 1, readAt: ["v1"], isTriedInMemory: false, dropped: [], faults: [] },
  estimate: { rewrites: 1, webhookCalls: 0, seconds: 1 },
  steps: actions.map((action) => ({ action, first: ["a reason"] })),
};

test("a plan is read as it was written", () => {
  const { cluster, definition, quietDays, steps } = plan;
  const read = readPlan(planJson(plan));
  expect(read).toEqual({ ok: true, value: { cluster, definition, quietDays, steps } });
});

describe("a file that is not a plan is refused with the position of the fault", () => {
  const step = (action: JsonObject, more: JsonObject = {}): JsonObject => ({
    steps: [{ action, first: [], ...more }],
  });
  test.each<{ fault: string; change: JsonObject }>([
    {
      fault: "format is not 3: make the plan again with this version of customhouse",
      change: { format: 1 },
    },
    { fault: "cluster is not a map", change: { cluster: [] } },
    { fault: "cluster.uid is not a non-empty string", change: { cluster: { uid: 1 } } },
    {
      fault: "cluster.context is not a non-empty string",
      change: { cluster: { uid: "k", kubeApiServer: "v1", context: 1 } },
    },
    {
      fault: "definition.generation is not an integer of 0 or more",
      change: { definition: { name: "a", uid: "d", generation: 1.5 } },
    },
    { fault: "quietDays is not an integer of 0 or more", change: { quietDays: -1 } },
    { fault: "steps is not a list", change: { steps: {} } },
    { fault: "steps is empty: a plan needs at least one step", change: { steps: [] } },
    { fault: "more is not a member of a plan", change: { more: 1 } },
    {
      fault:
        "steps[0].action.type is not one of the types of steps: backup, add-version, set-served, set-storage, rewrite, set-stored-versions, set-deprecated, remove-version",
      change: step({ type: "constructor" }),
    },
    {
      fault: "steps[0].action.served is neither true nor false",
      change: step({ type: "set-served", version: "v1", served: "yes" }),
    },
    {
      fault: "steps[0].action.to is not a list of strings",
      change: step({ type: "set-stored-versions", from: [], to: [1] }),
    },
    {
      fault: "steps[0].action.conversion is not a map",
      change: step({ type: "add-version", version: {}, index: 0, conversion: 1 }),
    },
    {
      fault: "steps[0].action.also is not a member of a plan",
      change: step({ type: "rewrite", version: "v1", also: 1 }),
    },
    {
      fault: "steps[0].run is not a member of a plan",
      change: step({ type: "rewrite", version: "v1" }, { run: "rm" }),
    },
  ])("$fault", ({ fault, change }) => {
    expect(readPlan({ ...planJson(plan), ...change })).toEqual({ ok: false, error: fault });
  });

  test("refuses another value", () => {
    expect(readPlan([])).toEqual({ ok: false, error: "the plan is not a map" });
  });
});
