import { droppedFieldText } from "../../../evolve/dropped-fields.ts";
import type { StepText } from "../../../evolve/plan/plan-steps.ts";
import type { VersionPlan } from "../../../evolve/plan/version-plan.ts";
import { type Preflight, preflightFaultText } from "../../../evolve/preflight.ts";
import type { StepAction } from "../../../evolve/step/step-action.ts";
import { counted } from "../../../json/counted.ts";
import { printable } from "../../terminal/printable.ts";

/** A plan as text: the definition, the result of the preflight, the cost of a rewrite, and the numbered steps. */
export function planText(
  { cluster, definition, preflight, estimate }: VersionPlan,
  steps: readonly StepText[],
): string {
  const { rewrites, webhookCalls, seconds } = estimate;
  const cost =
    rewrites === 0
      ? []
      : [
          `cost: ${counted(rewrites, "rewrite")} one after another, at most ${counted(webhookCalls, "call")} of the webhook, ${seconds} s or more`,
        ];
  return printable(
    [
      `${definition.name}, generation ${definition.generation}, kube-apiserver ${cluster.kubeApiServer}`,
      preflightText(preflight),
      ...cost,
      ...steps.flatMap((step, index) => ["", ...stepLines(step, index + 1, preflight)]),
    ].join("\n"),
  );
}

function preflightText({ objects, readAt, isTriedInMemory }: Preflight): string {
  const tried = isTriedInMemory
    ? "; the kind's rules converted each through every version, in memory, and each result was valid"
    : "; with --kinds DIR, plan also tries the kind's rules on each object";
  return `ok    ${counted(objects, "object")} can be read at ${readAt.join(", ")}${tried}`;
}

/** A line for each field that is lost when a step stores every object at another version. */
function lossesIn(action: StepAction, { dropped, objects }: Preflight): readonly string[] {
  return action.type === "rewrite"
    ? dropped.map((field) => droppedFieldText(field, objects, action.version))
    : [];
}

function stepLines(
  { action, title, first, run, after, undo }: StepText,
  number: number,
  preflight: Preflight,
): readonly string[] {
  return [
    `${number}. ${title}`,
    ...first.map((line) => `   first: ${line}`),
    `   run:   ${run}`,
    `   after: ${after}`,
    ...lossesIn(action, preflight).map((line) => `   loss:  ${line}`),
    `   undo:  ${undo}`,
  ];
}

/** The text if there is no plan: the faults of objects and of the goal, and their number. */
export function noPlanText(name: string, { objects, faults }: Preflight): string {
  const lines = faults.map((fault) => `FAIL  ${preflightFaultText(fault)}`);
  const count = counted(faults.length, "fault");
  const tail = `${name}: no plan: ${count} in ${counted(objects, "object")}. Nothing was changed. Correct these faults, and run plan again`;
  return printable([...lines, tail].join("\n"));
}
