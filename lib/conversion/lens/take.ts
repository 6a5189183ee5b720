import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import { type ClaimNode, isTaken } from "./claims.ts";
import type { Run } from "./codec.ts";

/** What the rules of a scope made of one map. */
export interface Outcome {
  /** Values for the target's paths, by slot. */
  readonly slots: (JsonValue | undefined)[];
  /** By rule: true where it took something elsewhere. */
  readonly moved: boolean[];
  /** By rule: true where it took a value that its absence stands for. */
  readonly unfilled: boolean[];
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
  let copy: MutableJsonObject | undefined;
  for (const [key, child] of node.children) {
    const value = member(source, key);
    if (value === undefined) continue;
    const left = takeMember(value, child, outcome, run);
    if (left === value) continue;
    if (left !== undefined) {
      copy ??= { ...source };
      assign(copy, key, left);
    } else copy = without(copy ?? source, key);
  }
  return copy ?? source;
}

function without(map: JsonObject, key: string): MutableJsonObject {
  const { [key]: _, ...rest } = map;
  return rest;
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
  const hasMoved = holds(value, node, outcome.moved);
  if (node.isHusk || (isEmpty && node.isFilledInto)) {
    if (!isEmpty || !hasMoved) run.residual = true;
    return undefined;
  }
  const stays = node.isRequired || node.fills.some((rule) => outcome.unfilled[rule] === true);
  return isEmpty && hasMoved && !stays ? undefined : left;
}

function takeClaimed(
  { isForeign, slot }: ClaimNode,
  { slots }: Outcome,
  run: Run,
): JsonValue | undefined {
  if (isForeign) run.residual = true;
  if (slot === undefined) return undefined;
  const value = slots[slot];
  slots[slot] = undefined;
  return value;
}

/** True where one of these rules took something in a map. */
function holds(source: JsonObject, node: ClaimNode, rules: readonly boolean[]): boolean {
  for (const [key, child] of node.children) {
    if (!Object.hasOwn(source, key)) continue;
    if (child.rule !== undefined) {
      if (rules[child.rule] === true) return true;
    } else {
      const value = source[key];
      if (isObject(value) && holds(value, child, rules)) return true;
    }
  }
  return false;
}

export function isEmptyMap(map: JsonObject): boolean {
  for (const _ in map) return false;
  return true;
}
