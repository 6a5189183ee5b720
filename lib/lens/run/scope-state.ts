import type { JsonObject, JsonValue } from "../../json/value.ts";
import { type ClaimNode, nodesOf } from "../place/claim-tree.ts";

/** The values that the rules of a scope read from one map, and those that they write. */
export interface ScopeState {
  /**
   * By the id of a node of the claim tree: the value at the node's path, if the value or something in it concerns a rule. After
   * extraction, what remains of the value, or {@link removedMarker}.
   */
  readonly values: (JsonValue | undefined)[];
  /** The values for the target paths, which are numbered rule by rule. */
  readonly slots: (JsonValue | undefined)[];
}

/** Marks a removed value. It is compared by identity: any other `{}` is a value. */
export const removedMarker: JsonObject = {};

/**
 * Returns a function that creates the state for one map of a scope. Copying an array of the right length is cheaper than growing
 * one.
 */
export function stateFactory(tree: ClaimNode, slotCount: number): () => ScopeState {
  const noValues = Array.from<undefined>({ length: nodesOf(tree).length });
  const noSlots = Array.from<undefined>({ length: slotCount });
  return () => ({ values: noValues.slice(), slots: noSlots.slice() });
}
