import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { Run } from "../ops/codec.ts";
import { type ClaimNode, isTaken } from "../place/claims.ts";
import { gone, type Outcome } from "./outcome.ts";

/** Notes what stands at the claimed places of a map; false where there is nothing that concerns a rule. */
export function readClaims(source: JsonObject, node: ClaimNode, outcome: Outcome): boolean {
  let isHit = false;
  for (const key in source) {
    const child = node.children.get(key);
    const value = child && source[key];
    if (child === undefined || value === undefined) continue;
    const isBelow = child.list.length > 0 && isObject(value) && readClaims(value, child, outcome);
    if (!isBelow && !child.isAlwaysHit) continue;
    outcome.places[child.id] = value;
    isHit = true;
  }
  return isHit;
}

/**
 * A map without what either side claims, and with what goes to the very place it came from. A map that is empty because
 * its last member moved elsewhere is left out; one that is empty for another reason stays. Where nothing changes it is the
 * very map that was given, else a new one; parts that stay are shared.
 */
export function takeClaims(
  source: JsonObject,
  node: ClaimNode,
  outcome: Outcome,
  run: Run,
): JsonObject {
  const { places } = outcome;
  let isChanged = false;
  for (const child of node.list) {
    const value = places[child.id];
    if (value === undefined) continue;
    const left = takeMember(value, child, outcome, run);
    if (left === value) continue;
    places[child.id] = left === undefined ? gone : left;
    isChanged = true;
  }
  return isChanged ? rebuilt(source, node, outcome) : source;
}

/** A copy in the same order, without what is gone; made member by member, which keeps it quick to read. */
function rebuilt(source: JsonObject, { children }: ClaimNode, { places }: Outcome): JsonObject {
  const copy: MutableJsonObject = {};
  for (const key in source) {
    const child = children.get(key);
    const taken = child && places[child.id];
    const left = taken === undefined ? source[key] : taken;
    if (left !== gone && left !== undefined) assign(copy, key, left);
  }
  return copy;
}

function takeMember(
  value: JsonValue,
  node: ClaimNode,
  outcome: Outcome,
  run: Run,
): JsonValue | undefined {
  if (isTaken(node)) return takeClaimed(node, outcome, run);
  if (!isObject(value)) {
    if (!node.isHusk) return value;
    run.residual = true;
    return undefined;
  }
  const left = takeClaims(value, node, outcome, run);
  if (!node.isHusk && left === value && !(node.isFilledInto && isEmptyMap(left))) return value;
  const isEmpty = isEmptyMap(left);
  if (!isEmpty && !node.isHusk) return left;
  const hasMoved = holds(value, node, outcome);
  if (node.isHusk || node.isFilledInto) {
    if (!isEmpty || !hasMoved) run.residual = true;
    return undefined;
  }
  const stays = node.isRequired || node.fills.some((rule) => outcome.unfilled?.has(rule) === true);
  return hasMoved && !stays ? undefined : left;
}

function takeClaimed(
  { isForeign, slot }: ClaimNode,
  { slots }: Outcome,
  run: Run,
): JsonValue | undefined {
  if (isForeign) run.residual = true;
  return slot === undefined ? undefined : slots[slot];
}

/** True where some rule took something in a map elsewhere. */
function holds(source: JsonObject, node: ClaimNode, outcome: Outcome): boolean {
  for (const key in source) {
    const child = node.children.get(key);
    const value = source[key];
    if (child === undefined || value === undefined) continue;
    if (child.rule === undefined) {
      if (isObject(value) && holds(value, child, outcome)) return true;
    } else if (hasMoved(child, outcome)) return true;
  }
  return false;
}

function hasMoved({ rule, slots: own }: ClaimNode, { slots, unfilled }: Outcome): boolean {
  if (own.some((slot) => slots[slot] !== undefined)) return true;
  return rule !== undefined && unfilled?.get(rule) === "anywhere";
}

export function isEmptyMap(map: JsonObject): boolean {
  for (const _ in map) return false;
  return true;
}
