import { spawn } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { stringify } from "../../../../json/write.ts";
import { UsageError } from "../../../command.ts";
import type { ClusterPlan } from "./cluster-plan.ts";
import { type RegistrarTask, registrarReply } from "./registrar-task.ts";

/** The registration of a run of `customhouse dev` in a cluster. */
export interface DevRegistration {
  /**
   * Registers a plan in place of the last one. Returns a text for each definition that was left unchanged. Errors:
   * {@link UsageError} with the message of kubectl or the API server; part of the plan may then be registered.
   */
  readonly register: (plan: ClusterPlan) => Promise<readonly string[]>;
  /** Removes the registration, and waits until that is done. */
  readonly end: () => Promise<void>;
}

const main = fileURLToPath(new URL(`registrar-main${extname(import.meta.url)}`, import.meta.url));

/**
 * Starts a detached process that registers plans, and removes the registration as soon as its standard input ends, even if
 * this process is killed.
 */
export function startRegistrar(
  task: Omit<RegistrarTask, "plan">,
  error: (line: string) => void,
): DevRegistration {
  const child = spawn(process.execPath, [main], {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  const faults: string[] = [];
  const lines = createInterface({ input: child.stderr }).on("line", (line) => faults.push(line));
  const ended = Promise.all([once(child, "close"), once(lines, "close")]);
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    register: async (plan) => {
      child.stdin.write(`${stringify({ ...task, plan })}\n`);
      const { value, done } = await replies.next();
      const reply = done === true ? undefined : registrarReply(value);
      if (reply !== undefined && "notes" in reply) return reply.notes;
      throw new UsageError(
        `the registration in the cluster failed: ${reply?.fault ?? "the process that registers the webhooks exited before it replied; its messages are printed when dev ends"}`,
      );
    },
    end: async () => {
      child.stdin.end();
      await ended;
      for (const fault of faults) error(`the registration in the cluster: ${fault}`);
    },
  };
}
