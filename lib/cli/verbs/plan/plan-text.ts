import type { StepText } from "../../../evolve/plan/plan-steps.ts";
import type { VersionPlan } from "../../../evolve/plan/version-plan.ts";
import type { Preflight } from "../../../evolve/preflight.ts";
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
      ...steps.flatMap((step, index) => ["", ...stepLines(step, index + 1)]),
    ].join("\n"),
  );
}

function preflightText({ objects, readAt, isTriedInMemory }: Preflight): string {
  const tried = isTriedInMemory
    ? "; the kind's rules converted each through every version, in memory, and each result was valid"
    : "; with --kinds DIR, plan also tries the kind's rules on each object";
  return `ok    ${counted(objects, "object")} can be read at ${readAt.join(", ")}${tried}`;
}

function stepLines(
  { title, first, run, after, undo }: StepText,
  number: number,
): readonly string[] {
  return [
    `${number}. ${title}`,
    ...first.map((line) => `   first: ${line}`),
    `   run:   ${run}`,
    `   after: ${after}`,
    `   undo:  ${undo}`,
  ];
}

/** The text if there is no plan: the faults of objects and of the goal, and their number. */
export function noPlanText(name: string, { objects, faults }: Preflight): string {
  const lines = faults.map(({ object, text }) =>
    object === undefined ? `FAIL  ${text}` : `FAIL  ${object}: ${text}`,
  );
  const count = counted(faults.length, "fault");
  const tail = `${name}: no plan: ${count} in ${counted(objects, "object")}. Nothing was changed. Correct these faults, and run plan again`;
  return printable([...lines, tail].join("\n"));
}
