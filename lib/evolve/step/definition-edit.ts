import type { ClusterWrite } from "../cluster-client.ts";
import { ReadError } from "../cluster-reader.ts";
import { type GuardedPatch, patchedDefinition } from "../definition-patch.ts";
import { patchDefinitionCommand } from "../kubectl-commands.ts";
import {
  type LiveDefinition,
  liveDefinition,
  objectsPath,
  readableVersion,
} from "../live-definition.ts";
import { type AccessRule, definitionAccess, objectsAccess } from "./access-rule.ts";
import { definitionRequest, editRefusal } from "./definition-request.ts";
import { rewriteProofFaults, rewriteRequests } from "./rewrite-proof.ts";
import type { StepAction } from "./step-action.ts";
import type { StepContext } from "./step-context.ts";
import type { StepType } from "./step-type.ts";
import { waitForDefinitionChange } from "./wait-for-definition-change.ts";

/** A type of step that changes a definition by one request. */
interface DefinitionEdit<Action> {
  readonly isTyped?: boolean;
  readonly title: (action: Action) => string;
  /** The change in words, for whoever edits the manifest: `set served: true for v1`. */
  readonly manifest: (action: Action) => string;
  readonly patch: (action: Action, definition: LiveDefinition) => GuardedPatch;
  readonly isDone: (action: Action, definition: LiveDefinition) => boolean;
  readonly after: StepType<Action>["after"];
  readonly undo: StepType<Action>["undo"];
  readonly access?: StepType<Action>["access"];
  /** Finds reasons against the step that the API server's dry run does not find. */
  readonly check?: StepType<Action>["check"];
  /** True if the step needs proof by a pass over all objects that each is stored at the storage version. */
  readonly needsProof?: (action: Action, definition: LiveDefinition) => boolean;
  /** The version that discovery must show as the storage version after the step. */
  readonly stores?: (action: Action) => string;
}

/** Makes a {@link StepType} whose steps change a definition by one JSON Patch with tests. */
export function definitionEdit<Action extends StepAction>(
  target: "definition" | "status",
  edit: DefinitionEdit<Action>,
): StepType<Action> {
  const { isTyped = false, title, manifest, patch, isDone, after, undo } = edit;
  const { needsProof = () => false } = edit;
  const subresource = target === "status" ? "status" : "";
  const stores = (action: Action): string | undefined => edit.stores?.(action);
  const request = (action: Action, { definition }: StepContext, isDryRun = false): ClusterWrite =>
    definitionRequest(definition, patch(action, definition), isDryRun);
  const send = async (action: Action, context: StepContext, isDryRun: boolean) => {
    const reply = await context.client.send(request(action, context, isDryRun));
    const refusal = editRefusal(reply, context.definition.name);
    return refusal === undefined ? [] : [refusal];
  };
  return {
    target,
    isTyped,
    title,
    command: (action, definition, clusterFlags) =>
      patchDefinitionCommand(definition, patch(action, definition), manifest(action), clusterFlags),
    after,
    undo,
    isDone,
    stores,
    applied: (action, crd) => patchedDefinition(crd, patch(action, liveDefinition(crd))),
    access: (action, definition): readonly AccessRule[] => [
      definitionAccess(definition.name, subresource),
      ...(needsProof(action, definition) ? [objectsAccess(definition, ["patch"])] : []),
      ...(edit.access?.(action, definition) ?? []),
    ],
    check: async (action, context) => {
      await requireList(context);
      const faults = (await edit.check?.(action, context)) ?? [];
      if (faults.length > 0) return faults;
      const { definition, isDryRun } = context;
      const refused = isWrittenByOthers(target, definition)
        ? []
        : await send(action, context, true);
      const skipsProof = refused.length > 0 || isDryRun || !needsProof(action, definition);
      return skipsProof ? refused : rewriteProofFaults(context);
    },
    requests: async (action, context) => [
      ...(needsProof(action, context.definition) ? await rewriteRequests(context) : []),
      request(action, context),
    ],
    act: async (action, context) => {
      const refused = await send(action, context, false);
      const faults =
        refused.length > 0 ? refused : await waitForDefinitionChange(context, stores(action));
      return { faults, notes: [] };
    },
  };
}

/**
 * Throws {@link ReadError} if the user may not list the objects, which is needed after the change to see that it is in force.
 * Other failures are no reason against a step: it may be the one that makes objects readable again.
 */
async function requireList({ client, definition, isUndo }: StepContext): Promise<void> {
  const version = readableVersion(definition);
  // An undo must not wait for a list that the webhook holds up.
  if (version === undefined || isUndo) return;
  const path = `${objectsPath(definition, version)}?limit=1`;
  const reply = await client.get(path);
  if (reply.status === 403) throw new ReadError(path, reply);
}

/** True if the step changes a definition that another program applies: that program would revert the change. */
export function isWrittenByOthers(
  target: StepType<StepAction>["target"],
  { owner }: LiveDefinition,
): boolean {
  return target === "definition" && owner !== undefined;
}
