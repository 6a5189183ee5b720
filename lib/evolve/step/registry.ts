import { addVersion } from "./kinds/add-version.ts";
import { backup } from "./kinds/backup.ts";
import { removeVersion } from "./kinds/remove-version.ts";
import { rewrite } from "./kinds/rewrite.ts";
import { setDeprecated } from "./kinds/set-deprecated.ts";
import { setServed } from "./kinds/set-served.ts";
import { setStorage } from "./kinds/set-storage.ts";
import { setStoredVersions } from "./kinds/set-stored-versions.ts";
import type { ActionType, StepAction } from "./step-action.ts";
import type { StepType } from "./step-type.ts";

/** The implementation of each type of step. */
const stepTypes: { readonly [Type in ActionType]: StepType<StepAction<Type>> } = {
  backup,
  "add-version": addVersion,
  "set-served": setServed,
  "set-storage": setStorage,
  rewrite,
  "set-stored-versions": setStoredVersions,
  "set-deprecated": setDeprecated,
  "remove-version": removeVersion,
};

/** {@link StepType} for one action: its functions no longer take the action. */
export type VersionStep = {
  readonly [Member in keyof StepType<StepAction>]: StepType<StepAction>[Member] extends (
    action: StepAction,
    ...rest: infer Rest
  ) => infer Value
    ? (...rest: Rest) => Value
    : StepType<StepAction>[Member];
};

/** The step that carries out an action. */
export function versionStep<Type extends ActionType>(action: StepAction<Type>): VersionStep {
  const type: Type = action.type;
  const stepType = stepTypes[type];
  return {
    target: stepType.target,
    isTyped: stepType.isTyped,
    title: () => stepType.title(action),
    command: (definition, clusterFlags) => stepType.command(action, definition, clusterFlags),
    after: (definition, clusterFlags) => stepType.after(action, definition, clusterFlags),
    undo: (definition) => stepType.undo(action, definition),
    isDone: (definition) => stepType.isDone(action, definition),
    stores: () => stepType.stores(action),
    applied: (crd) => stepType.applied(action, crd),
    access: (definition) => stepType.access(action, definition),
    check: (context) => stepType.check(action, context),
    requests: (context) => stepType.requests(action, context),
    act: (context) => stepType.act(action, context),
  };
}
