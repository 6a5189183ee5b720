import {
  isEmptySparse,
  type MutableSparseObject,
  type SparseObject,
  unparsed,
} from "../../json/sparse.ts";
import { assign, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import type { ConversionRun } from "../ops/codec.ts";
import { type ClaimNode, endsClaim } from "../place/claim-tree.ts";
import { removedMarker, type ScopeState } from "./scope-state.ts";

/** Collects the values at the paths of a map that rules claim. False if there are no values that concern a rule. */
export function readClaims(source: JsonObject, node: ClaimNode, state: ScopeState): boolean {
  let hasClaimedValues = false;
  for (const key in source) {
    const child = node.children.get(key);
    const value = child && source[key];
    if (child === undefined || value === undefined) continue;
    const isBelow = child.list.length > 0 && isObject(value) && readClaims(value, child, state);
    if (!isBelow && !child.isAlwaysRelevant) continue;
    state.values[child.id] = value;
    hasClaimedValues = true;
  }
  return hasClaimedValues;
}

/**
 * A copy of a map without the values that rules claim on either side. A value that a rule writes to the path that it read is
 * replaced in place. A map whose last member moved elsewhere is removed, and so are empty labels and annotations; a map that is
 * empty for another reason stays. If nothing changes, the result is the given map; otherwise the copy shares its unchanged parts.
 */
export function extractClaims(
  source: JsonObject,
  node: ClaimNode,
  state: ScopeState,
  run: ConversionRun,
): JsonObject {
  const { values } = state;
  let copy: MutableSparseObject | undefined;
  let isShorter = false;
  for (const child of node.list) {
    const value = values[child.id];
    if (value === undefined) continue;
    const left = extractMember(value, child, state, run);
    if (left === value) continue;
    values[child.id] = left === undefined ? removedMarker : left;
    if (left === undefined) isShorter = true;
    else if (!isShorter) {
      copy ??= { ...source };
      assign(copy, child.key, left);
    }
  }
  return isShorter ? rebuiltObject(source, node, state) : (copy ?? source);
}

/**
 * A copy with the members in the same order: without removed ones, and with the new values of changed ones. It is built member by
 * member, since such an object is faster to read than one from which members were deleted.
 */
function rebuiltObject(
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
    if (left !== removedMarker && left !== undefined) assign(copy, key, left);
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
  if (node.isMetadata && !hasMoved) {
    run.isInexact = true;
    return undefined;
  }
  if (node.isFullyClaimed) {
    if (!isEmpty || !hasMoved) run.isInexact = true;
    return undefined;
  }
  return hasMoved && !node.isRequired ? undefined : left;
}

function extractClaimed(
  { isForeign, slot }: ClaimNode,
  { slots }: ScopeState,
  run: ConversionRun,
): JsonValue | undefined {
  if (isForeign) run.isInexact = true;
  return slot === undefined ? undefined : slots[slot];
}

/** True if a rule moved a member of the map elsewhere. */
function hasMovedMember(source: JsonObject, node: ClaimNode, state: ScopeState): boolean {
  for (const key in source) {
    const child = node.children.get(key);
    const value = source[key];
    if (child === undefined || value === undefined) continue;
    if (child.rule === undefined) {
      if (isObject(value) && hasMovedMember(value, child, state)) return true;
    } else if (writesSlot(child, state)) return true;
  }
  return false;
}

function writesSlot({ slots: own }: ClaimNode, { slots }: ScopeState): boolean {
  return own.some((slot) => slots[slot] !== undefined);
}
