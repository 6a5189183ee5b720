import type { JsonObject } from "../../json/value.ts";

/** The data of each type of step. */
interface Actions {
  readonly backup: BackupAction;
  readonly "add-version": AddVersionAction;
  readonly "set-served": SetServedAction;
  readonly "set-storage": SetStorageAction;
  readonly rewrite: RewriteAction;
  readonly "set-stored-versions": SetStoredVersionsAction;
  readonly "set-deprecated": SetDeprecatedAction;
  readonly "remove-version": RemoveVersionAction;
}

/** The types of steps. */
export type ActionType = keyof Actions;

/** What one step of a plan does, as stored in the plan file. Everything else about a step is derived from its action. */
export type StepAction<Type extends ActionType = ActionType> = {
  [Each in Type]: { readonly type: Each } & Actions[Each];
}[Type];

/** Backs up to files: all objects, read at `version`, and the definition. */
export interface BackupAction {
  readonly version: string;
}

/** Adds a version that is not served, and replaces the conversion if it changes. */
export interface AddVersionAction {
  /** The new item of `spec.versions`. */
  readonly version: JsonObject;
  /** The new item's index in `spec.versions`. */
  readonly index: number;
  /** The change of `spec.conversion`; null if it does not change. */
  readonly conversion: ChangedValue<JsonObject> | null;
}

/** A value before and after a step, which its undo reverses. */
export type ChangedValue<T> = {
  readonly from: T;
  readonly to: T;
};

/** The change that an undo makes. */
export function reversedChange<T>({ from, to }: ChangedValue<T>): ChangedValue<T> {
  return { from: to, to: from };
}

/** Serves a version, or stops serving it. */
export interface SetServedAction {
  readonly version: string;
  readonly served: boolean;
}

/** Makes a version the storage version. */
export interface SetStorageAction {
  readonly version: string;
  /** The storage version before the step. */
  readonly from: string;
}

/** Rewrites every object, so that it is stored at `version`, the storage version. */
export interface RewriteAction {
  readonly version: string;
}

/** Changes `status.storedVersions`. */
export interface SetStoredVersionsAction {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Marks a version as deprecated, or removes the mark. */
export interface SetDeprecatedAction {
  readonly version: string;
  readonly deprecated: boolean;
  /** `deprecationWarning`; null for the server's default text. */
  readonly warning: ChangedValue<string | null>;
}

/** Removes a version from the definition, and replaces the conversion if it changes. */
export interface RemoveVersionAction {
  /** The removed item of `spec.versions`; the undo adds it again. */
  readonly version: JsonObject;
  /** The removed item's index in `spec.versions`. */
  readonly index: number;
  /** As {@link AddVersionAction.conversion}. */
  readonly conversion: ChangedValue<JsonObject> | null;
}
