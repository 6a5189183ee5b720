import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { stringify } from "../../../../json/write.ts";
import { withCluster } from "../../../server/requested-cluster.ts";
import { type ClusterPlan, joinedPlans, planWithout } from "./cluster-plan.ts";
import { register, removeRegistration } from "./registrar.ts";
import { type RegistrarReply, type RegistrarTask, registrarTask } from "./registrar-task.ts";

/**
 * The program of a detached process that registers `customhouse dev` in a cluster. Each line of its standard input is a task,
 * to which it replies with a line. When standard input ends, because `customhouse dev` ended or crashed, it removes the
 * registration.
 */

/**
 * How many times the process tries to remove the registration, once a second. The number is a choice: a minute is enough for an
 * API server that restarts, and the process must not stay for ever.
 */
const maxAttempts = 60;

// After a crash of `customhouse dev` nobody reads the output, and the registration must still be removed.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);

/** The last task, and a plan of everything that this run may have registered in the cluster. */
let current: { readonly task: RegistrarTask; readonly possible: ClusterPlan } | undefined;
/** The plan that is completely registered; undefined if none is known to be. */
let registered: ClusterPlan | undefined;

for await (const line of createInterface({ input: process.stdin })) {
  const task = registrarTask(line);
  if (task === undefined) break;
  const { plan } = task;
  const possible = current === undefined ? plan : joinedPlans(current.possible, plan);
  current = { task, possible };
  writeReply(await attemptRegistration(current));
}
if (current !== undefined) await undo(current);
process.stdin.destroy(); // after a wrong line it is still open and would keep this process alive

/** Registers a plan in place of the last one. */
async function attemptRegistration({
  task,
  possible,
}: NonNullable<typeof current>): Promise<RegistrarReply> {
  const { kubectl, plan, mayTakeOver } = task;
  const before = registered;
  registered = undefined;
  try {
    const notes = await withCluster(kubectl, async (api) => {
      await removeRegistration(api, planWithout(possible, plan));
      return register(api, plan, { mayTakeOver, ...(before !== undefined && { before }) });
    });
    registered = plan;
    return { notes };
  } catch (fault) {
    return { fault: messageOf(fault) };
  }
}

function writeReply(line: RegistrarReply): void {
  process.stdout.write(`${stringify(line)}\n`);
}

async function undo({ task, possible }: NonNullable<typeof current>): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      return await withCluster(task.kubectl, (api) => removeRegistration(api, possible));
    } catch (fault) {
      if (count === maxAttempts) {
        process.stderr.write(
          `customhouse dev could not remove its registration from the cluster: ${messageOf(fault)}. To remove it, start customhouse dev again with --take-over, and end it\n`,
        );
        process.exitCode = 1;
        return;
      }
      await setTimeout(1_000);
    }
  }
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
