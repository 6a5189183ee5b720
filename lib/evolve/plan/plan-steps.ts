import { mapAt, mapsIn } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import type { ClusterFlags } from "../kubectl-commands.ts";
import {
  type LiveDefinition,
  liveDefinition,
  readableVersion,
  storageVersion,
  successorOf,
} from "../live-definition.ts";
import { reasonsAgainstRetiring } from "../reasons-against-retiring.ts";
import { versionStep } from "../step/registry.ts";
import type { StepAction } from "../step/step-action.ts";
import type { VersionReport } from "../version-report.ts";

/** One step of a plan. */
export interface PlannedStep {
  readonly action: StepAction;
  /** Reasons against the step when the plan was made, each with its remedy. */
  readonly first: readonly string[];
}

/** A step as text: reasons to remove first, the command, what shows that it is done, and the command that undoes it. */
export interface StepText {
  readonly action: StepAction;
  readonly title: string;
  readonly first: readonly string[];
  readonly run: string;
  readonly after: string;
  readonly undo: string;
}

/** The actions that make a version the storage version and rewrite every object, so that none is stored at another version. */
export function storageActions(crd: JsonObject, version: string): readonly StepAction[] {
  const definition = liveDefinition(crd);
  const from = storageVersion(definition);
  const flip: StepAction = { type: "set-storage", version, from };
  const flipped = from === version ? crd : versionStep(flip).applied(crd);
  const { storedVersions } = liveDefinition(flipped);
  return [
    { type: "backup", version: readableVersion(definition) ?? from },
    // Not needed if the version is the storage version already.
    ...(from === version ? [] : [flip]),
    { type: "rewrite", version },
    { type: "set-stored-versions", from: storedVersions, to: [version] },
  ];
}

/** The actions that deprecate a version and stop serving it; those already done are left out. */
export function unserveActions(crd: JsonObject, version: string): readonly StepAction[] {
  const definition = liveDefinition(crd);
  const own = definition.versions.find(({ name }) => name === version);
  const successor = successorOf(definition, version) ?? "another";
  const warning = { from: null, to: `${version} is deprecated; use ${successor}` };
  const deprecate: StepAction = { type: "set-deprecated", version, deprecated: true, warning };
  const unserve: StepAction = { type: "set-served", version, served: false };
  return [
    ...(own?.deprecated === true ? [] : [deprecate]),
    ...(own?.served === false ? [] : [unserve]),
  ];
}

/** The actions that remove a version from the definition. If it is served, it is unserved first. */
export function removeActions(crd: JsonObject, version: string): readonly StepAction[] {
  const { versions } = liveDefinition(crd);
  const isServed = versions.some(({ name, served }) => name === version && served);
  const unserve = isServed ? unserveActions(crd, version) : [];
  const unserved = definitionAfter(crd, unserve);
  const listed = mapsIn(member(mapAt(unserved, "spec"), "versions"));
  const index = versions.findIndex(({ name }) => name === version);
  return [
    ...unserve,
    { type: "backup", version: readableVersion(liveDefinition(unserved)) ?? version },
    { type: "remove-version", version: listed[index] ?? {}, index, conversion: null },
  ];
}

/** The definition after some actions, applied in order. */
export function definitionAfter(crd: JsonObject, actions: readonly StepAction[]): JsonObject {
  return actions.reduce((now, action) => versionStep(action).applied(now), crd);
}

/** Adds to each action the reasons against it, assuming that the actions before it are done. */
export function plannedSteps(
  { report, crd }: { readonly report: VersionReport; readonly crd: JsonObject },
  actions: readonly StepAction[],
  quietSince: string,
  clusterFlags: ClusterFlags,
): readonly PlannedStep[] {
  return actions.map((action, index) => {
    const definition = liveDefinition(definitionAfter(crd, actions.slice(0, index)));
    return {
      action,
      first: reasonLines({ ...report, definition }, action, quietSince, clusterFlags),
    };
  });
}

function reasonLines(
  report: VersionReport,
  action: StepAction,
  quietSince: string,
  clusterFlags: ClusterFlags,
): readonly string[] {
  const end = endedVersion(action);
  if (end === undefined) return [];
  return reasonsAgainstRetiring(report, { ...end, quietSince }, clusterFlags).map(
    ({ because, remedy }) => `${because}: ${remedy}`,
  );
}

/** The version that an action unserves or removes; undefined for other actions. */
function endedVersion(action: StepAction) {
  if (action.type === "set-served" && !action.served) {
    return { version: action.version, end: "unserve" } as const;
  }
  if (action.type !== "remove-version") return undefined;
  return { version: String(member(action.version, "name")), end: "remove" } as const;
}

/** The texts of steps. Each step is described for the definition as it is after the steps before it. */
export function stepTexts(
  steps: readonly PlannedStep[],
  crd: JsonObject,
  clusterFlags: ClusterFlags,
): readonly StepText[] {
  let now = crd;
  return steps.map(({ action, first }) => {
    const step = versionStep(action);
    const definition = liveDefinition(now);
    now = step.applied(now);
    return {
      action,
      title: step.title(),
      first,
      run: step.command(definition, clusterFlags),
      after: step.after(definition, clusterFlags),
      undo: undoText(action, definition, liveDefinition(now), clusterFlags),
    };
  });
}

function undoText(
  action: StepAction,
  before: LiveDefinition,
  after: LiveDefinition,
  clusterFlags: ClusterFlags,
): string {
  const undo = versionStep(action).undo(before);
  return undo.type === "none"
    ? `none: ${undo.because}`
    : versionStep(undo).command(after, clusterFlags);
}
