import type { JsonObject, JsonValue } from "../../json/value.ts";
import { type ClaimNode, nodesOf } from "../place/claim-tree.ts";

/** What the rules of a scope read from one map, and what they made of it. */
export interface ScopeState {
  /**
   * By node of the claim tree: the value there, if it or something below it concerns a rule; after extraction what is left
   * of the value, or {@link removed}.
   */
  readonly values: (JsonValue | undefined)[];
  /** Values for the target's paths, numbered rule by rule. */
  readonly slots: (JsonValue | undefined)[];
  /** The rules whose value counts as absent and was left out. Created on first use. */
  omitted: Set<number> | undefined;
}

/** Marks a removed value: this object itself, not an equal one. */
export const removed: JsonObject = {};

/** Creates states for the maps of a scope: copying an array of the right length is cheaper than growing one. */
export function stateFactory(tree: ClaimNode, slotCount: number): () => ScopeState {
  const noPlaces = Array.from<undefined>({ length: nodesOf(tree).length });
  const noSlots = Array.from<undefined>({ length: slotCount });
  return () => ({ values: noPlaces.slice(), slots: noSlots.slice(), omitted: undefined });
}
