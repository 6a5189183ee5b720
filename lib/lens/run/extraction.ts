import {
  assign,
  isEmptyMap,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { Run } from "../ops/codec.ts";
import { type ClaimNode, isClaimed } from "../place/claim-tree.ts";
import { removed, type ScopeState } from "./scope-state.ts";

/** Notes what stands at the claimed places of a map; false where there is nothing that concerns a rule. */
export function readClaims(source: JsonObject, node: ClaimNode, outcome: ScopeState): boolean {
  let isHit = false;
  for (const key in source) {
    const child = node.children.get(key);
    const value = child && source[key];
    if (child === undefined || value === undefined) continue;
    const isBelow = child.list.length > 0 && isObject(value) && readClaims(value, child, outcome);
    if (!isBelow && !child.isAlwaysRelevant) continue;
    outcome.values[child.id] = value;
    isHit = true;
  }
  return isHit;
}

/**
 * A map without what either side claims, and with what goes to the very place it came from. A map that is empty because
 * its last member moved elsewhere is left out; one that is empty for another reason stays. Where nothing changes it is the
 * very map that was given, else a new one; parts that stay are shared.
 */
export function extractClaims(
  source: JsonObject,
  node: ClaimNode,
  outcome: ScopeState,
  run: Run,
): JsonObject {
  const { values: places } = outcome;
  let isChanged = false;
  for (const child of node.list) {
    const value = places[child.id];
    if (value === undefined) continue;
    const left = extractMember(value, child, outcome, run);
    if (left === value) continue;
    places[child.id] = left === undefined ? removed : left;
    isChanged = true;
  }
  return isChanged ? rebuilt(source, node, outcome) : source;
}

/** A copy in the same order, without what is gone; made member by member, which keeps it quick to read. */
function rebuilt(
  source: JsonObject,
  { children }: ClaimNode,
  { values: places }: ScopeState,
): JsonObject {
  const copy: MutableJsonObject = {};
  for (const key in source) {
    const child = children.get(key);
    const taken = child && places[child.id];
    const left = taken === undefined ? source[key] : taken;
    if (left !== removed && left !== undefined) assign(copy, key, left);
  }
  return copy;
}

function extractMember(
  value: JsonValue,
  node: ClaimNode,
  outcome: ScopeState,
  run: Run,
): JsonValue | undefined {
  if (isClaimed(node)) return extractClaimed(node, outcome, run);
  if (!isObject(value)) {
    if (!node.isFullyClaimed) return value;
    run.isInexact = true;
    return undefined;
  }
  const left = extractClaims(value, node, outcome, run);
  if (!node.isFullyClaimed && left === value && !(node.isFilledInto && isEmptyMap(left)))
    return value;
  const isEmpty = isEmptyMap(left);
  if (!isEmpty && !node.isFullyClaimed) return left;
  const hasMoved = hasMovedMember(value, node, outcome);
  if (node.isFullyClaimed || node.isFilledInto) {
    if (!isEmpty || !hasMoved) run.isInexact = true;
    return undefined;
  }
  const stays = node.isRequired || node.fills.some((rule) => outcome.omitted?.has(rule) === true);
  return hasMoved && !stays ? undefined : left;
}

function extractClaimed(
  { isForeign, slot }: ClaimNode,
  { slots }: ScopeState,
  run: Run,
): JsonValue | undefined {
  if (isForeign) run.isInexact = true;
  return slot === undefined ? undefined : slots[slot];
}

/** True where some rule took something in a map elsewhere. */
function hasMovedMember(source: JsonObject, node: ClaimNode, outcome: ScopeState): boolean {
  for (const key in source) {
    const child = node.children.get(key);
    const value = source[key];
    if (child === undefined || value === undefined) continue;
    if (child.rule === undefined) {
      if (isObject(value) && hasMovedMember(value, child, outcome)) return true;
    } else if (hasMoved(child, outcome)) return true;
  }
  return false;
}

function hasMoved(
  { rule, slots: own }: ClaimNode,
  { slots, omitted: unfilled }: ScopeState,
): boolean {
  if (own.some((slot) => slots[slot] !== undefined)) return true;
  return rule !== undefined && unfilled?.get(rule) === "anywhere";
}
