import type { JsonObject } from "../../json/value.ts";

/** What a step of each type holds. */
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

/** What one step of a plan does. A plan file holds these; everything else about a step follows from them. */
export type StepAction<Type extends ActionType = ActionType> = {
  [Each in Type]: { readonly type: Each } & Actions[Each];
}[Type];

/** Writes all objects, as they are read at a version, and the definition to files. */
export interface BackupAction {
  readonly version: string;
}

/** Adds a version, not served, and with it the conversion where that changes. */
export interface AddVersionAction {
  /** The item of `spec.versions`. */
  readonly version: JsonObject;
  /** The version's index in `spec.versions`. */
  readonly index: number;
  /** `spec.conversion`; null where it stays as it is. */
  readonly conversion: JsonObject | null;
}

/** Begins or ends the serving of a version. */
export interface SetServedAction {
  readonly version: string;
  readonly served: boolean;
}

/** Makes a version the storage version. */
export interface SetStorageAction {
  readonly version: string;
  /** The storage version until then. */
  readonly from: string;
}

/** Rewrites every object at the storage version. */
export interface RewriteAction {
  readonly version: string;
}

/** Changes `status.storedVersions`. */
export interface SetStoredVersionsAction {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Marks a version as deprecated, or takes that back. */
export interface SetDeprecatedAction {
  readonly version: string;
  readonly deprecated: boolean;
  /** `deprecationWarning`; null leaves the text to the server. */
  readonly warning: string | null;
}

/** Takes a version out of the definition. */
export interface RemoveVersionAction {
  /** The item of `spec.versions`, which the undo puts back. */
  readonly version: JsonObject;
  /** Its index in `spec.versions`. */
  readonly index: number;
}
