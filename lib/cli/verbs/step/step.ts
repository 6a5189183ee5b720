import { createHash } from "node:crypto";
import { planState } from "../../../evolve/carry-out/plan-state.ts";
import { runStep, type StepMode } from "../../../evolve/carry-out/run-step.ts";
import type { ClusterClient } from "../../../evolve/cluster-client.ts";
import type { ExecutablePlan } from "../../../evolve/plan/version-plan.ts";
import { interruptible } from "../../../hosts/stop-signals.ts";
import { blockYaml } from "../../../json/write-yaml.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { readText } from "../../files/read-file.ts";
import { abortableDelay } from "../../server/abortable-delay.ts";
import {
  clusterFlagsOf,
  clusterOptions,
  clusterOptionsHelp,
  namedCluster,
  requestedCluster,
  withCluster,
} from "../../server/requested-cluster.ts";
import { retryingClient } from "../../server/retrying-reader.ts";
import { printable } from "../../terminal/printable.ts";
import { ProgressBar } from "../../terminal/progress-bar.ts";
import { withPrompt } from "../../terminal/prompt.ts";
import { maskKeys } from "../manifests/key-mask.ts";
import { quietSinceOf } from "../versions/quiet-days.ts";
import { withReadErrorsAsUsageErrors } from "../versions/read-errors.ts";
import { confirmStep } from "./confirm-step.ts";
import { planInFile } from "./plan-in-file.ts";
import { progressFile } from "./progress-file.ts";
import { stepFiles } from "./step-files.ts";
import { stepRole } from "./step-role.ts";

/** The command `step`: carries out the next step of a plan. */
export const stepCommand: Command = {
  help: `usage: customhouse step PLAN [--yes] [--undo | --dry-run | --rbac | --wait] [options]

Carries out the next step of a plan that customhouse plan wrote. It prints the cluster's name, checks that cluster and
definition are those of the plan and that the step's preconditions hold, makes the change, and waits until the API server
shows that the change is in force. Progress is read from the cluster; what the cluster can't show is stored beside the
plan, in PLAN.progress. If a step is interrupted, the next run resumes it. Every change fails if the definition has changed
since it was read.

  --yes             don't ask for confirmation. On a terminal, the change of the storage version and the removal of a
                    version still ask for the definition's name
  --undo            undo the last step that changed the cluster
  --dry-run         check, and print the requests that the step would send; nothing is changed
  --rbac            print the ClusterRole that the step needs
  --wait            for a definition that Helm, Argo CD, Flux or an operator applies, which step never changes: wait
                    until the definition has the step's change, and verify it
${clusterOptionsHelp.replace("(default: the current one)", "(default: that of the plan)")}

example: customhouse step plan.json
exit code: 0 done, or all steps are done; 1 a check failed, or the step was not confirmed; 2 wrong usage, or the cluster
           can't be read`,
  options: {
    ...clusterOptions,
    yes: { type: "boolean" },
    undo: { type: "boolean" },
    "dry-run": { type: "boolean" },
    rbac: { type: "boolean" },
    wait: { type: "boolean" },
  },
  run: async (invocation) => {
    const [file, ...rest] = invocation.words;
    if (file === undefined || rest.length > 0) throw new UsageError("give one file with a plan");
    const mode = requestedMode(invocation);
    const text = readText(file);
    const plan = planInFile(file, text);
    const requested = requestedCluster(invocation);
    const { context } = plan.cluster;
    const named = await namedCluster({ ...(context !== null && { context }), ...requested });
    const printed: StepOutput = {
      say: (line) => invocation.out(printable(maskKeys(line, { base: "" }))),
      isAsked: invocation.options["yes"] !== true,
    };
    const { cluster, server = "the API server that kubectl finds" } = named;
    printed.say(
      `${plan.definition.name} in ${cluster.context ?? "the cluster without a context"} (${server})`,
    );
    const sha256 = createHash("sha256").update(text).digest("hex");
    const progress = progressFile(`${file}.progress`, sha256);
    return withCluster(cluster, async (api) => {
      const client = retryingClient(api);
      if (mode === "rbac") return printRole(client, plan, progress.read(), printed);
      const bar = new ProgressBar(invocation.progress.bar);
      try {
        const isDone = await interruptible((signal) =>
          runStep({
            client,
            plan,
            progress,
            mode,
            clusterFlags: clusterFlagsOf(cluster),
            quietSince: quietSinceOf(plan.quietDays),
            wait: abortableDelay,
            signal,
            files: stepFiles(file, cluster),
            onRewritten: ({ objects, rewritten, unchanged, skipped }) =>
              bar.draw(plan.definition.name, {
                done: rewritten + unchanged + skipped,
                total: objects,
                current: `${rewritten} rewritten`,
              }),
            say: (line) => {
              bar.clear();
              printed.say(line);
            },
            confirm: (step) => withPrompt((prompt) => confirmStep(step, printed.isAsked, prompt)),
          }),
        );
        return isDone ? 0 : 1;
      } finally {
        bar.clear();
      }
    });
  },
};

interface StepOutput {
  readonly say: (line: string) => void;
  /** False with `--yes`. */
  readonly isAsked: boolean;
}

function requestedMode({ options }: Invocation): StepMode | "rbac" {
  const given = (["undo", "dry-run", "rbac", "wait"] as const).filter(
    (name) => options[name] === true,
  );
  const [mode = "do", ...more] = given;
  if (more.length === 0) return mode;
  throw new UsageError(`give only one of --${given.join(", --")}`);
}

async function printRole(
  client: ClusterClient,
  plan: ExecutablePlan,
  progress: Parameters<typeof planState>[2],
  { say }: StepOutput,
): Promise<number> {
  const state = await withReadErrorsAsUsageErrors(() => planState(client, plan, progress));
  if (!state.ok) {
    say(`FAIL  ${state.error}`);
    return 1;
  }
  const next = plan.steps[state.value.next];
  if (next === undefined) say(`ok    all ${plan.steps.length} steps are done`);
  else say(blockYaml(stepRole(next.action, state.value.definition)).trimEnd());
  return 0;
}
