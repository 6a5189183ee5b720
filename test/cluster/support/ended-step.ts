import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { abortableDelay } from "../../../lib/cli/server/abortable-delay.ts";
import { clusterFlagsOf, withCluster } from "../../../lib/cli/server/requested-cluster.ts";
import { retryingClient } from "../../../lib/cli/server/retrying-reader.ts";
import { progressFile } from "../../../lib/cli/verbs/step/progress-file.ts";
import { stepFiles } from "../../../lib/cli/verbs/step/step-files.ts";
import { runStep } from "../../../lib/evolve/carry-out/run-step.ts";
import type { ClusterClient } from "../../../lib/evolve/cluster-client.ts";
import { readPlan } from "../../../lib/evolve/plan/plan-file.ts";
import type { ExecutablePlan } from "../../../lib/evolve/plan/version-plan.ts";
import type { StepRequest } from "../../../lib/evolve/step/step-context.ts";
import { parse } from "../../../lib/json/parse.ts";
import type { StepCommands } from "./step-commands.ts";

/** Stands for the end of a process. */
class Ended extends Error {}

/** Whether the process ends at a request: before it is sent, or after the API server has carried it out. */
export type EndAt = (
  request: Pick<StepRequest, "method" | "path">,
) => "before" | "after" | undefined;

/** One run of a step. */
export interface StepRun {
  /** The number of the step. */
  readonly step: string;
  /** False if the step was carried out, because no request of it was one to end at. */
  readonly isEnded: boolean;
  readonly text: string;
}

/** Runs the next step of a plan in a process that ends at a request. */
export async function endedStep(
  cluster: StepCommands["cluster"],
  file: string,
  endAt: EndAt,
): Promise<StepRun> {
  const plan = await planIn(file);
  const sha256 = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  const lines: string[] = [];
  const isEnded = await withCluster(cluster, async (api) => {
    const isDone = await runStep({
      client: endingClient(retryingClient(api), endAt),
      plan,
      progress: progressFile(`${file}.progress`, sha256),
      mode: "do",
      clusterFlags: clusterFlagsOf(cluster),
      quietSince: new Date().toISOString(),
      wait: abortableDelay,
      signal: new AbortController().signal,
      files: stepFiles(file, cluster),
      onRewritten: () => undefined,
      say: (line) => void lines.push(line),
      confirm: async () => true,
    });
    expect({ isDone, lines }).toEqual({ isDone: true, lines });
    return false;
  }).catch((fault: unknown) => {
    if (fault instanceof Ended) return true;
    throw fault;
  });
  const text = lines.join("\n");
  return { step: /^step (\d+)/m.exec(text)?.[1] ?? "", isEnded, text };
}

/** The plan in a file. */
export async function planIn(file: string): Promise<ExecutablePlan> {
  const parsed = parse(await readFile(file, "utf8"));
  const read = readPlan(parsed.ok ? parsed.value : null);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** A client in a process that ends at a request, so that it sends no further one. */
function endingClient(real: ClusterClient, endAt: EndAt): ClusterClient {
  const ending = async <T>(request: Parameters<EndAt>[0], send: () => Promise<T>): Promise<T> => {
    const end = endAt(request);
    if (end === "before") throw new Ended();
    const reply = await send();
    if (end === "after") throw new Ended();
    return reply;
  };
  return {
    get: (path, accept) => ending({ method: "GET", path }, () => real.get(path, accept)),
    send: (write) => ending(write, () => real.send(write)),
  };
}
