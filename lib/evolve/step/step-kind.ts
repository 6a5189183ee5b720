import type { JsonObject } from "../../json/value.ts";
import type { LiveDefinition } from "../live-definition.ts";
import type { Remedies } from "../remedies.ts";
import type { AccessRule } from "./access-rule.ts";
import type { StepAction } from "./step-action.ts";
import type { StepRequest, StepResult, StepScene } from "./step-scene.ts";

/** Everything about the steps of one type. `crd` and `definition` are the definition as the step finds it. */
export interface StepKind<Action> {
  /** What a step changes. The definition of somebody else is not changed. */
  readonly target: "definition" | "status" | "objects" | "files";
  /** True where a mistake makes objects unreadable, so that a person types the definition's name. */
  readonly isTyped: boolean;
  /** `store at v1`. */
  readonly title: (action: Action) => string;
  /** The command that does the same by hand. */
  readonly command: (action: Action, definition: LiveDefinition, remedies: Remedies) => string;
  /** What shows that it is done. */
  readonly after: (action: Action, definition: LiveDefinition, remedies: Remedies) => string;
  readonly undo: (action: Action, definition: LiveDefinition) => StepUndo;
  /** Whether the definition shows that it is done; undefined where it can't. */
  readonly isDone: (action: Action, definition: LiveDefinition) => boolean | undefined;
  /** The version that discovery must show as the storage version afterwards; undefined where that stays. */
  readonly stores: (action: Action) => string | undefined;
  /** The definition as it is afterwards. */
  readonly applied: (action: Action, crd: JsonObject) => JsonObject;
  /** The access that the step needs beyond that of every step. */
  readonly access: (action: Action, definition: LiveDefinition) => readonly AccessRule[];
  /** What is in the way, with what fixes it. Changes nothing. */
  readonly check: (action: Action, scene: StepScene) => Promise<readonly string[]>;
  /** The requests that it sends to change something, or to read everything. */
  readonly requests: (action: Action, scene: StepScene) => Promise<readonly StepRequest[]>;
  /** Does it, and waits until the API server shows that it is in force. */
  readonly act: (action: Action, scene: StepScene) => Promise<StepResult>;
}

/** What takes a step back: another action, or words where there is none. */
export type StepUndo = StepAction | { readonly type: "none"; readonly because: string };
