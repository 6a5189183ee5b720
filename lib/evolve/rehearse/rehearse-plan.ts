import type { JsonObject } from "../../json/value.ts";
import type { StepProgress } from "../carry-out/plan-state.ts";
import { type ProgressStore, runStep, type StepRun } from "../carry-out/run-step.ts";
import { bodyAt, ReadError } from "../cluster-reader.ts";
import {
  definitionPath,
  type LiveDefinition,
  liveDefinition,
  successorOf,
} from "../live-definition.ts";
import { clusterIdentity, type ExecutablePlan, plannedDefinition } from "../plan/version-plan.ts";
import { versionStep } from "../step/registry.ts";
import type { StepAction } from "../step/step-action.ts";
import type { StepFiles } from "../step/step-context.ts";
import { apiServerMetrics, requestsIn } from "../version-requests.ts";
import type { ClientRecord } from "./client-log.ts";
import { enoughObjects, moveCopies } from "./copies.ts";
import type { DirectClient } from "./direct-client.ts";
import { FieldBaseline } from "./field-baseline.ts";
import { lostWrites } from "./lost-writes.ts";
import { RehearsalClients } from "./rehearsal-clients.ts";
import { RehearsalSetupError, setUpRehearsal } from "./rehearsal-setup.ts";

/** The plan to rehearse, and the control plane to rehearse it on. */
export interface Rehearsal
  extends Pick<StepRun, "client" | "clusterFlags" | "quietSince" | "wait" | "signal"> {
  readonly direct: DirectClient;
  /** The plan, with conversion webhooks that the control plane can call. */
  readonly plan: ExecutablePlan;
  /** The definition before the first step, with a conversion webhook that the control plane can call. */
  readonly crd: JsonObject;
  readonly objects: readonly JsonObject[];
  /** The time in milliseconds. */
  readonly now: () => number;
  /** Called before the first step and after each step. */
  readonly onStep: (step: RehearsedStep) => void;
}

/** What happened in one step, or before the first step. */
export interface RehearsedStep {
  /** For example `store at v1`; before the first step, `before the plan`. */
  readonly title: string;
  readonly seconds: number;
  /** Why the step was not carried out, which clients make no progress after it, and which objects' fields changed. */
  readonly faults: readonly string[];
  /** The versions from and to which clients moved before the step, as the plan requires; null if none moved. */
  readonly moved: { readonly from: string; readonly to: string } | null;
  readonly clients: readonly ClientRecord[];
}

/** The result of a rehearsal. */
export interface RehearsalReport {
  readonly kubeApiServer: string;
  readonly copies: number;
  /** A line for each object that the control plane refuses, with the reason. */
  readonly refused: readonly string[];
  readonly steps: readonly RehearsedStep[];
  /** A line for each write that succeeded and is missing at the end. */
  readonly lost: readonly string[];
}

/** The state of a running rehearsal. */
interface RehearsalRun {
  readonly rehearsal: Rehearsal;
  readonly plan: ExecutablePlan;
  readonly clients: RehearsalClients;
  readonly baseline: FieldBaseline;
  readonly progress: ProgressStore;
}

/**
 * Carries out all steps of a plan on a control plane of its own, on copies of objects, while clients of every served version
 * read, write and watch. Stops after a step that fails. Errors: {@link RehearsalSetupError} if the control plane can't be
 * prepared or no object can be copied to it; ReadError.
 */
export async function rehearsePlan(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { client, plan, objects, onStep } = rehearsal;
  const wanted = enoughObjects(objects, mostVersions(rehearsal));
  const { crd, copied, refused } = await setUpRehearsal(rehearsal, rehearsal.crd, wanted);
  if (copied.length === 0) {
    throw new RehearsalSetupError(
      `no object could be copied to the control plane: ${refused[0] ?? "none was given"}`,
    );
  }
  const definition = liveDefinition(crd);
  const identity = await clusterIdentity(client);
  const running: RehearsalRun = {
    rehearsal,
    plan: {
      ...plan,
      cluster: { ...identity, context: null },
      definition: plannedDefinition(definition),
    },
    clients: new RehearsalClients({ ...rehearsal, definition }, copied),
    baseline: new FieldBaseline(),
    progress: progressInMemory(),
  };
  const { clients } = running;
  const steps: RehearsedStep[] = [];
  const add = (step: RehearsedStep): void => {
    steps.push(step);
    onStep(step);
  };
  try {
    add(await observeBeforePlan(running));
    for (const { action } of plan.steps) {
      if (steps.some(({ faults }) => faults.length > 0) || rehearsal.signal.aborted) break;
      add(await rehearseStep(running, action));
    }
  } finally {
    await clients.stop();
  }
  const now = liveDefinition(await crdNow(running));
  const lost = await lostWrites(client, now, clients.written());
  return { kubeApiServer: identity.kubeApiServer, copies: copied.length, refused, steps, lost };
}

/** The most versions that the definition can have while the plan is carried out. */
function mostVersions({ crd, plan }: Rehearsal): number {
  const added = plan.steps.filter(({ action }) => action.type === "add-version");
  return liveDefinition(crd).versions.length + added.length;
}

async function observeBeforePlan(running: RehearsalRun): Promise<RehearsedStep> {
  const faults = await observedFaultsOf(running, new Map());
  return {
    title: "before the plan",
    seconds: 0,
    faults,
    moved: null,
    clients: running.clients.takeRecords(),
  };
}

async function rehearseStep(running: RehearsalRun, action: StepAction): Promise<RehearsedStep> {
  const { rehearsal, clients } = running;
  const { now } = rehearsal;
  const step = versionStep(action);
  const { moved, faults: unmoved } = await moveClients(running, action);
  const openings = step.target === "definition" ? clients.openings() : new Map();
  const start = now();
  const faults = unmoved.length > 0 ? unmoved : await carriedOut(running);
  const seconds = Math.round((now() - start) / 100) / 10;
  const observedFaults = faults.length > 0 ? [] : await observedFaultsOf(running, openings);
  return {
    title: step.title(),
    seconds,
    faults: [...faults, ...observedFaults],
    moved,
    clients: clients.takeRecords(),
  };
}

/** Carries out the next step as `customhouse step` does, and returns the reasons if it fails. */
async function carriedOut({ rehearsal, plan, progress }: RehearsalRun): Promise<readonly string[]> {
  const faults: string[] = [];
  const isDone = await runStep({
    ...rehearsal,
    plan,
    progress,
    mode: "do",
    files: filesInMemory,
    onRewritten: () => undefined,
    say: (line) => {
      const [, fault] = /^FAIL {2}(.*)$/s.exec(line) ?? [];
      if (fault !== undefined) faults.push(fault);
    },
    confirm: async () => true,
  });
  return isDone || faults.length > 0 ? faults : ["the step was not carried out"];
}

/**
 * Starts clients of new versions and waits until all clients have seen the effect of a step. Returns a line for each client that
 * makes no progress, or otherwise for each object whose fields changed.
 */
async function observedFaultsOf(
  { rehearsal, plan, clients, baseline }: RehearsalRun,
  openings: Parameters<RehearsalClients["waitForProgress"]>[0],
): Promise<readonly string[]> {
  const { client } = rehearsal;
  const crd = await crdNow({ rehearsal, plan });
  clients.start(liveDefinition(crd));
  const stuck = await clients.waitForProgress(openings);
  return stuck.length > 0 ? stuck : faultsOfReads(() => baseline.changedObjects(client, crd));
}

function crdNow({
  rehearsal,
  plan,
}: Pick<RehearsalRun, "rehearsal" | "plan">): Promise<JsonObject> {
  return bodyAt(rehearsal.client, definitionPath(plan.definition.name));
}

/** The faults that `find` returns, or, if it throws ReadError, that error's message. */
async function faultsOfReads(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await find();
  } catch (fault) {
    if (!(fault instanceof ReadError)) throw fault;
    return [fault.message];
  }
}

/** Before a step that ends serving a version, moves the version's clients to its successor, as the plan requires of users. */
async function moveClients(
  { rehearsal, plan, clients }: RehearsalRun,
  action: StepAction,
): Promise<Pick<RehearsedStep, "moved" | "faults">> {
  const { client } = rehearsal;
  if (action.type !== "set-served" || action.served) return { moved: null, faults: [] };
  const { version } = action;
  const crd = await bodyAt(client, definitionPath(plan.definition.name));
  const to = successorOf(liveDefinition(crd), version);
  if (to === undefined) return { moved: null, faults: [] };
  await clients.moveWriter(version, to);
  const faults = await faultsOfReads(() => moveCopies(client, crd, to));
  await watchesGone(rehearsal, liveDefinition(crd), version);
  return { moved: { from: version, to }, faults };
}

/**
 * Waits, about 10 s at most, until the API server's metrics show no watch at a version: the server notices late that a connection
 * has ended.
 */
async function watchesGone(
  { client, wait, signal }: Rehearsal,
  definition: LiveDefinition,
  version: string,
): Promise<void> {
  const watches = async (): Promise<number> =>
    requestsIn(await apiServerMetrics(client), definition).get(version)?.watches ?? 0;
  for (let attempt = 0; attempt < 100 && !signal.aborted && (await watches()) > 0; attempt++) {
    await wait(100, signal);
  }
}

function progressInMemory(): ProgressStore {
  let kept: StepProgress | undefined;
  return {
    read: () => kept,
    write: (progress) => {
      kept = progress;
    },
  };
}

/** The files of a step. A backup reads all objects without writing them, and a checkpoint stays in memory. */
const filesInMemory: StepFiles = {
  backUp: async (_, read) => [`${await read(async () => undefined)} objects were read`],
  checkpoint: () => {
    const names = new Set<string>();
    return { has: (name) => names.has(name), add: (name) => void names.add(name) };
  },
};
