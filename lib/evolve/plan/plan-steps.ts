import { mapAt, mapsIn } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import {
  type LiveDefinition,
  liveDefinition,
  readableVersion,
  storageVersion,
  successorOf,
} from "../live-definition.ts";
import { reasonsAgainst } from "../reasons-against.ts";
import type { Remedies } from "../remedies.ts";
import { versionStep } from "../step/registry.ts";
import type { StepAction } from "../step/step-action.ts";
import type { VersionReport } from "../version-report.ts";

/** One step of a plan. */
export interface PlannedStep {
  readonly action: StepAction;
  /** What the cluster said against it when the plan was made. Empty where nothing was in the way. */
  readonly first: readonly string[];
}

/** A step for people: what must hold before it, what is done, what must hold after it, and the way back. */
export interface StepText {
  readonly title: string;
  readonly first: readonly string[];
  readonly run: string;
  readonly after: string;
  readonly undo: string;
}

/** The actions that make a version the storage version, and leave no object at another one. */
export function storageActions(crd: JsonObject, version: string): readonly StepAction[] {
  const definition = liveDefinition(crd);
  const from = storageVersion(definition);
  const flip: StepAction = { type: "set-storage", version, from };
  const flipped = from === version ? crd : versionStep(flip).applied(crd);
  const { storedVersions } = liveDefinition(flipped);
  return [
    { type: "backup", version: readableVersion(definition) ?? from },
    // If the version is the storage version already, the step that makes it so is left out.
    ...(from === version ? [] : [flip]),
    { type: "rewrite", version },
    { type: "set-stored-versions", from: storedVersions, to: [version] },
  ];
}

/** The actions that end the serving of a version. */
export function unserveActions(crd: JsonObject, version: string): readonly StepAction[] {
  const definition = liveDefinition(crd);
  const own = definition.versions.find(({ name }) => name === version);
  const successor = successorOf(definition, version) ?? "another";
  const warning = `${version} is deprecated; use ${successor}`;
  const deprecate: StepAction = { type: "set-deprecated", version, deprecated: true, warning };
  const unserve: StepAction = { type: "set-served", version, served: false };
  return [
    ...(own?.deprecated === true ? [] : [deprecate]),
    ...(own?.served === false ? [] : [unserve]),
  ];
}

/** The actions that take a version out of the definition: it is no longer served before that. */
export function removeActions(crd: JsonObject, version: string): readonly StepAction[] {
  const { versions } = liveDefinition(crd);
  const isServed = versions.some(({ name, served }) => name === version && served);
  const unserve = isServed ? unserveActions(crd, version) : [];
  const unserved = afterActions(crd, unserve);
  const listed = mapsIn(member(mapAt(unserved, "spec"), "versions"));
  const index = versions.findIndex(({ name }) => name === version);
  return [
    ...unserve,
    { type: "backup", version: readableVersion(liveDefinition(unserved)) ?? version },
    { type: "remove-version", version: listed[index] ?? {}, index },
  ];
}

/** A definition as it is after some actions. */
export function afterActions(crd: JsonObject, actions: readonly StepAction[]): JsonObject {
  return actions.reduce((now, action) => versionStep(action).applied(now), crd);
}

/** Actions with what the cluster says against each, once those before it are done. */
export function plannedSteps(
  { report, crd }: { readonly report: VersionReport; readonly crd: JsonObject },
  actions: readonly StepAction[],
  quietSince: string,
  remedies: Remedies,
): readonly PlannedStep[] {
  return actions.map((action, index) => {
    const definition = liveDefinition(afterActions(crd, actions.slice(0, index)));
    return { action, first: reasonLines({ ...report, definition }, action, quietSince, remedies) };
  });
}

function reasonLines(
  report: VersionReport,
  action: StepAction,
  quietSince: string,
  remedies: Remedies,
): readonly string[] {
  const end = endOf(action);
  if (end === undefined) return [];
  return reasonsAgainst(report, { ...end, quietSince }, remedies).map(
    ({ because, remedy }) => `${because}: ${remedy}`,
  );
}

/** The version that an action ends. */
function endOf(action: StepAction) {
  if (action.type === "set-served" && !action.served) {
    return { version: action.version, end: "unserve" } as const;
  }
  if (action.type !== "remove-version") return undefined;
  return { version: String(member(action.version, "name")), end: "remove" } as const;
}

/** The texts of steps, each for the definition as those before it leave it. */
export function stepTexts(
  steps: readonly PlannedStep[],
  crd: JsonObject,
  remedies: Remedies,
): readonly StepText[] {
  let now = crd;
  return steps.map(({ action, first }) => {
    const step = versionStep(action);
    const definition = liveDefinition(now);
    now = step.applied(now);
    return {
      title: step.title(),
      first,
      run: step.command(definition, remedies),
      after: step.after(definition, remedies),
      undo: undoText(action, definition, liveDefinition(now), remedies),
    };
  });
}

function undoText(
  action: StepAction,
  before: LiveDefinition,
  after: LiveDefinition,
  remedies: Remedies,
): string {
  const undo = versionStep(action).undo(before);
  return undo.type === "none"
    ? `none: ${undo.because}`
    : versionStep(undo).command(after, remedies);
}
