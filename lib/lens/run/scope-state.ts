import type { JsonObject, JsonValue } from "../../json/value.ts";
import { type ClaimNode, nodesOf } from "../place/claim-tree.ts";

/** What the rules of a scope read in one map, and made of it. */
export interface ScopeState {
  /**
   * By node of the claim tree: what stands there, where that or something below it concerns a rule; once it was taken,
   * what is left of it, or {@link removed}.
   */
  readonly values: (JsonValue | undefined)[];
  /** Values for the target's paths, numbered rule by rule. */
  readonly slots: (JsonValue | undefined)[];
  /**
   * By rule that took a value which its absence stands for: where absence comes back as that value. Made by the first of
   * them.
   */
  omitted: Map<number, "beside" | "anywhere"> | undefined;
}

/** Stands for what was taken away: this very map, not its like. */
export const removed: JsonObject = {};

/** Makes outcomes for the maps of a scope: a copy of a list of the right length is cheaper than one that grows. */
export function stateFactory(tree: ClaimNode, slotCount: number): () => ScopeState {
  const noPlaces = Array.from<undefined>({ length: nodesOf(tree).length });
  const noSlots = Array.from<undefined>({ length: slotCount });
  return () => ({ values: noPlaces.slice(), slots: noSlots.slice(), omitted: undefined });
}
