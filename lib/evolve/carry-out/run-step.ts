import { assertDefined } from "../../json/invariant.ts";
import { stringify } from "../../json/write.ts";
import type { ClusterClient } from "../cluster-client.ts";
import { bodyAt, ReadError } from "../cluster-reader.ts";
import { definitionPath, type LiveDefinition, liveDefinition } from "../live-definition.ts";
import type { ExecutablePlan } from "../plan/version-plan.ts";
import { stepFault } from "../step/access-rule.ts";
import { isWrittenByOthers } from "../step/definition-edit.ts";
import { type VersionStep, versionStep } from "../step/registry.ts";
import type { StepAction } from "../step/step-action.ts";
import type { StepContext, StepRequest } from "../step/step-context.ts";
import { waitForDefinitionChange } from "../step/wait-for-definition-change.ts";
import { type PlanState, planState, type StepProgress } from "./plan-state.ts";

/** What {@link runStep} needs to carry out a step of a plan. */
export interface StepRun
  extends Pick<
    StepContext,
    "clusterFlags" | "quietSince" | "wait" | "signal" | "files" | "onRewritten"
  > {
  readonly client: ClusterClient;
  readonly plan: ExecutablePlan;
  readonly progress: ProgressStore;
  readonly mode: StepMode;
  /** Prints a line. */
  readonly say: (line: string) => void;
  /** Asks the user whether to carry out a step. Returns true if the user confirms. */
  readonly confirm: (step: ConfirmedStep) => Promise<boolean>;
}

/**
 * `do`: carries out the next step. `undo`: undoes the last one. `dry-run`: checks the next step and prints its requests.
 * `wait`: waits until the definition's owner has made the change of the step.
 */
export type StepMode = "do" | "undo" | "dry-run" | "wait";

/** A step that the user is asked to confirm. */
export interface ConfirmedStep {
  /** For example `store at v1`. */
  readonly title: string;
  /** The definition's name. */
  readonly definition: string;
  /** True if the user confirms by typing the definition's name. */
  readonly isTyped: boolean;
}

/** Stores the progress of a plan. What was written must be readable even if the process ends at any moment. */
export interface ProgressStore {
  readonly read: () => StepProgress | undefined;
  readonly write: (progress: StepProgress) => void;
}

/** The step that is carried out or undone. */
interface ChosenStep {
  readonly index: number;
  readonly action: StepAction;
  readonly step: VersionStep;
}

/** Carries out one step of a plan. Returns false if it was refused or failed; the reasons were printed by `say`. */
export async function runStep(run: StepRun): Promise<boolean> {
  try {
    const state = await planState(run.client, run.plan, run.progress.read());
    if (!state.ok) return sayFaults(run, [state.error]);
    const chosen = chosenStep(run, state.value);
    return chosen === undefined
      ? isNothingLeft(run, state.value)
      : await tryStep(run, state.value, chosen);
  } catch (fault) {
    if (!(fault instanceof ReadError)) throw fault;
    return sayFaults(run, [stepFault(fault.status, fault.message)]);
  }
}

function sayFaults({ say }: StepRun, faults: readonly string[]): false {
  for (const fault of faults) say(`FAIL  ${fault}`);
  return false;
}

function chosenStep({ plan, mode }: StepRun, state: PlanState): ChosenStep | undefined {
  const { next, definition } = state;
  const stepAt = (index: number): ChosenStep | undefined => {
    const planned = plan.steps[index];
    return planned && { index, action: planned.action, step: versionStep(planned.action) };
  };
  if (mode === "undo") {
    const hasChanged = plan.steps
      .slice(0, next)
      .map(({ action }) => versionStep(action).target !== "files");
    return stepAt(hasChanged.lastIndexOf(true));
  }
  const [last, following] = [stepAt(next - 1), stepAt(next)];
  // The owner may have made the change already, so that the step counts as done: then `wait` verifies that step.
  const isLastMeant =
    mode === "wait" &&
    last !== undefined &&
    isWrittenByOthers(last.step.target, definition) &&
    !(following !== undefined && isWrittenByOthers(following.step.target, definition));
  return isLastMeant ? last : following;
}

function isNothingLeft(run: StepRun, { definition }: PlanState): boolean {
  const { plan, mode, say } = run;
  if (mode === "undo")
    return sayFaults(run, ["no step has changed the cluster: there is nothing to undo"]);
  say(`ok    all ${plan.steps.length} steps for ${definition.name} are done`);
  return true;
}

async function tryStep(run: StepRun, state: PlanState, chosen: ChosenStep): Promise<boolean> {
  const { plan, mode, say } = run;
  const { index, step } = chosen;
  const { definition } = state;
  const undo = step.undo(definition);
  say(`step ${index + 1} of ${plan.steps.length}: ${step.title()}`);
  if (mode === "undo") {
    if (undo.type === "none") return sayFaults(run, [`this step can't be undone: ${undo.because}`]);
    return carryOut(run, state, { ...chosen, action: undo, step: versionStep(undo) });
  }
  if (undo.type === "none") say(`      no undo: ${undo.because}`);
  else say(`      undo: ${versionStep(undo).title()} (--undo)`);
  return carryOut(run, state, chosen);
}

async function carryOut(run: StepRun, state: PlanState, chosen: ChosenStep): Promise<boolean> {
  const { mode, say, confirm } = run;
  const { step, index } = chosen;
  const { definition, crd, kubeApiServer, done, next } = state;
  const [isUndo, isDryRun] = [mode === "undo", mode === "dry-run"];
  const context: StepContext = { ...run, crd, definition, kubeApiServer, isUndo, isDryRun };
  const isOwned = isWrittenByOthers(step.target, definition);
  if (mode === "wait" && !isOwned) {
    return sayFaults(run, ["no other program applies what this step changes: leave out --wait"]);
  }
  const isMadeAlready = isOwned && step.isDone(definition) === true;
  const faults = isMadeAlready ? [] : await step.check(context);
  if (faults.length > 0) return sayFaults(run, faults);
  say("ok    nothing was found against this step");
  if (isOwned) return runOwnedStep(run, context, chosen);
  if (isDryRun) {
    for (const request of await step.requests(context)) say(requestText(request));
    return true;
  }
  const { name } = definition;
  if (!(await confirm({ title: step.title(), definition: name, isTyped: step.isTyped }))) {
    return sayFaults(run, ["not confirmed: nothing was changed"]);
  }
  const before = {
    generation: definition.generation,
    writing: step.target === "definition" ? next : null,
    done,
  };
  run.progress.write(before);
  const result = await step.act(context);
  for (const note of result.notes) say(`      ${note}`);
  if (result.faults.length > 0) return sayFaults(run, result.faults);
  run.progress.write({
    generation: definition.generation + (step.target === "definition" ? 1 : 0),
    writing: null,
    done: doneAfter(done, index, isUndo),
  });
  return saySuccess(run, index, isUndo);
}

/** The indexes of the steps that are done after step `index`; after its undo, that step and all later ones are not done. */
function doneAfter(done: readonly number[], index: number, isUndo: boolean): readonly number[] {
  return isUndo ? done.filter((each) => each < index) : [...new Set([...done, index])];
}

function saySuccess({ plan, say }: StepRun, index: number, isUndo: boolean): boolean {
  const { steps } = plan;
  const next = steps[isUndo ? index : index + 1];
  say(`ok    ${isUndo ? `step ${index + 1} is undone` : "done, and the change is in force"}`);
  if (next === undefined)
    say(steps.length === 1 ? "      the plan is done" : `      all ${steps.length} steps are done`);
  else say(`      next: ${versionStep(next.action).title()}`);
  return true;
}

/** A step on a definition that a program applies: prints the change of the manifest, and with --wait waits until it is made. */
async function runOwnedStep(
  run: StepRun,
  context: StepContext,
  chosen: ChosenStep,
): Promise<boolean> {
  const { step, index } = chosen;
  const { client, mode, say, progress, wait, signal, clusterFlags } = run;
  const { definition, isUndo } = context;
  say(`      ${step.command(definition, clusterFlags)}`);
  if (mode === "dry-run") return true;
  if (mode !== "wait") {
    return sayFaults(run, [
      "nothing was changed: make the change above in that manifest; with --wait this command waits for it and verifies it",
    ]);
  }
  const path = definitionPath(definition.name);
  let now: LiveDefinition = definition;
  while (step.isDone(now) !== true) {
    if (signal.aborted) return sayFaults(run, ["interrupted while waiting for the change"]);
    await wait(pauseMs, signal);
    now = liveDefinition(await bodyAt(client, path));
  }
  const faults = await waitForDefinitionChange(context, step.stores());
  if (faults.length > 0) return sayFaults(run, faults);
  const done = doneAfter(progress.read()?.done ?? [], index, isUndo);
  progress.write({ generation: now.generation, writing: null, done });
  return saySuccess(run, index, isUndo);
}

/**
 * Milliseconds between two reads of a definition while waiting for its owner's change. The number is a choice: the change may
 * take minutes, so that more frequent reads would only add load.
 */
const pauseMs = 2000;

/** A request as text: one line with method and path, and one with the body if there is one. */
function requestText(request: StepRequest): string {
  const line = `      ${request.method} ${request.path}`;
  if (!("body" in request)) return line;
  const { contentType = "application/json", body } = request;
  return `${line}\n        ${contentType}: ${stringify(assertDefined(body, "a write has a body"))}`;
}
