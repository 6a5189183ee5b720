import type { JsonObject } from "../../json/value.ts";
import type { ClusterFlags } from "../kubectl-commands.ts";
import type { LiveDefinition } from "../live-definition.ts";
import type { AccessRule } from "./access-rule.ts";
import type { StepAction } from "./step-action.ts";
import type { StepContext, StepRequest, StepResult } from "./step-context.ts";

/** The implementation of one type of step. `crd` and `definition`: the definition before the step. */
export interface StepType<Action> {
  /** What a step changes. It does not change a definition that another program applies. */
  readonly target: "definition" | "status" | "objects" | "files";
  /** True if a mistake makes objects unreadable: then the user confirms by typing the definition's name. */
  readonly isTyped: boolean;
  /** For example `store at v1`. */
  readonly title: (action: Action) => string;
  /** A shell command that does the same as the step; if a program applies the definition, the change of its manifest in words. */
  readonly command: (
    action: Action,
    definition: LiveDefinition,
    clusterFlags: ClusterFlags,
  ) => string;
  /** What shows that the step is done. */
  readonly after: (
    action: Action,
    definition: LiveDefinition,
    clusterFlags: ClusterFlags,
  ) => string;
  readonly undo: (action: Action, definition: LiveDefinition) => StepUndo;
  /** Whether the step is done, from the definition; undefined if the definition does not show it. */
  readonly isDone: (action: Action, definition: LiveDefinition) => boolean | undefined;
  /** The version that discovery must show as the storage version after the step; undefined if the step does not change it. */
  readonly stores: (action: Action) => string | undefined;
  /** The definition after the step. */
  readonly applied: (action: Action, crd: JsonObject) => JsonObject;
  /** The access that the step needs in addition to the access that every step needs. */
  readonly access: (action: Action, definition: LiveDefinition) => readonly AccessRule[];
  /** Returns reasons against the step, each with its remedy. Rewrites objects if the step needs proof; changes nothing else. */
  readonly check: (action: Action, context: StepContext) => Promise<readonly string[]>;
  /** The requests of the step that change something or read all objects, for a dry run. */
  readonly requests: (action: Action, context: StepContext) => Promise<readonly StepRequest[]>;
  /** Carries out the step. If it changes the definition, waits until the API server shows that the change is in force. */
  readonly act: (action: Action, context: StepContext) => Promise<StepResult>;
}

/** The action that undoes a step; or the reason why it can't be undone. */
export type StepUndo = StepAction | { readonly type: "none"; readonly because: string };
