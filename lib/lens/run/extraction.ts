import {
  isEmptySparse,
  type MutableSparseObject,
  type SparseObject,
  unparsed,
} from "../../json/sparse.ts";
import { assign, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import type { ConversionRun } from "../ops/codec.ts";
import { type ClaimNode, endsClaim } from "../place/claim-tree.ts";
import { removed, type ScopeState } from "./scope-state.ts";

/** Reads the values at the claimed paths of a map; false where no value concerns a rule. */
export function readClaims(source: JsonObject, node: ClaimNode, state: ScopeState): boolean {
  let isHit = false;
  for (const key in source) {
    const child = node.children.get(key);
    const value = child && source[key];
    if (child === undefined || value === undefined) continue;
    const isBelow = child.list.length > 0 && isObject(value) && readClaims(value, child, state);
    if (!isBelow && !child.isAlwaysRelevant) continue;
    state.values[child.id] = value;
    isHit = true;
  }
  return isHit;
}

/**
 * A copy of a map without what either side claims, and with the values that a rule writes to the same path that it
 * read. A map whose last member moved elsewhere is removed; a map that is empty for another reason stays. If nothing
 * changes, the result is the given map itself; otherwise the copy shares its unchanged parts.
 */
export function extractClaims(
  source: JsonObject,
  node: ClaimNode,
  state: ScopeState,
  run: ConversionRun,
): JsonObject {
  const { values } = state;
  let isChanged = false;
  for (const child of node.list) {
    const value = values[child.id];
    if (value === undefined) continue;
    const left = extractMember(value, child, state, run);
    if (left === value) continue;
    values[child.id] = left === undefined ? removed : left;
    isChanged = true;
  }
  return isChanged ? rebuilt(source, node, state) : source;
}

/** A copy in the same order, without what is removed; made member by member, which keeps it quick to read. */
function rebuilt(
  source: SparseObject,
  { children }: ClaimNode,
  { values }: ScopeState,
): JsonObject {
  const copy: MutableSparseObject = {};
  const runs = source[unparsed];
  if (runs !== undefined) copy[unparsed] = runs;
  for (const key in source) {
    const child = children.get(key);
    const taken = child && values[child.id];
    const left = taken === undefined ? source[key] : taken;
    if (left !== removed && left !== undefined) assign(copy, key, left);
  }
  return copy;
}

function extractMember(
  value: JsonValue,
  node: ClaimNode,
  state: ScopeState,
  run: ConversionRun,
): JsonValue | undefined {
  if (endsClaim(node)) return extractClaimed(node, state, run);
  if (!isObject(value)) {
    if (!node.isFullyClaimed) return value;
    run.isInexact = true;
    return undefined;
  }
  const left = extractClaims(value, node, state, run);
  if (!node.isFullyClaimed && left === value) return value;
  const isEmpty = isEmptySparse(left);
  if (!isEmpty && !node.isFullyClaimed) return left;
  const hasMoved = hasMovedMember(value, node, state);
  if (node.isFullyClaimed) {
    if (!isEmpty || !hasMoved) run.isInexact = true;
    return undefined;
  }
  const stays = node.isRequired || node.mayOmit.some((rule) => state.omitted?.has(rule) === true);
  return hasMoved && !stays ? undefined : left;
}

function extractClaimed(
  { isForeign, slot }: ClaimNode,
  { slots }: ScopeState,
  run: ConversionRun,
): JsonValue | undefined {
  if (isForeign) run.isInexact = true;
  return slot === undefined ? undefined : slots[slot];
}

/** True where some rule moved a member of a map elsewhere. */
function hasMovedMember(source: JsonObject, node: ClaimNode, state: ScopeState): boolean {
  for (const key in source) {
    const child = node.children.get(key);
    const value = source[key];
    if (child === undefined || value === undefined) continue;
    if (child.rule === undefined) {
      if (isObject(value) && hasMovedMember(value, child, state)) return true;
    } else if (hasMoved(child, state)) return true;
  }
  return false;
}

function hasMoved({ slots: own }: ClaimNode, { slots }: ScopeState): boolean {
  return own.some((slot) => slots[slot] !== undefined);
}
