import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { type ClaimNode, isTaken, memberAt } from "./claims.ts";
import type { Run } from "./codec.ts";

/** What the rules of a scope read in one map, and made of it. */
export interface Outcome {
  /** What stands at the source's paths, numbered rule by rule. */
  readonly values: (JsonValue | undefined)[];
  /** By node of the claim tree: what stands there, where that or something below it concerns a rule. */
  readonly hits: (JsonValue | undefined)[];
  /** Values for the target's paths, by slot. */
  readonly slots: (JsonValue | undefined)[];
  /** By rule: true where it took something elsewhere. */
  readonly moved: boolean[];
  /** By rule: true where it took a value that its absence stands for. */
  readonly unfilled: boolean[];
}

/** Notes what stands at the claimed places of a map; false where there is nothing that concerns a rule. */
export function readClaims(source: JsonObject, node: ClaimNode, outcome: Outcome): boolean {
  const { list } = node;
  let isHit = false;
  for (let index = 0; index < list.length; index++) {
    const child = list[index];
    const value = child === undefined ? undefined : memberAt(source, child);
    if (child === undefined || value === undefined) continue;
    if (child.source !== undefined) outcome.values[child.source] = value;
    const isBelow = child.list.length > 0 && isObject(value) && readClaims(value, child, outcome);
    if (!isBelow && !child.isAlwaysHit) continue;
    outcome.hits[child.id] = value;
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
  const { list } = node;
  const keys: string[] = [];
  const parts: (JsonValue | undefined)[] = [];
  let isSmaller = false;
  for (let index = 0; index < list.length; index++) {
    const child = list[index];
    const value = child === undefined ? undefined : outcome.hits[child.id];
    if (child === undefined || value === undefined) continue;
    const left = takeMember(value, child, outcome, run);
    if (left === value) continue;
    keys.push(child.key);
    parts.push(left);
    if (left === undefined) isSmaller = true;
  }
  if (keys.length === 0) return source;
  return isSmaller ? rebuilt(source, keys, parts) : overwritten(source, keys, parts);
}

function overwritten(
  source: JsonObject,
  keys: readonly string[],
  parts: readonly (JsonValue | undefined)[],
): JsonObject {
  const copy: MutableJsonObject = { ...source };
  for (let index = 0; index < keys.length; index++) {
    assign(copy, keys[index] ?? "", parts[index] ?? null);
  }
  return copy;
}

/** A copy in the same order, without the parts that are undefined; made member by member, which keeps it quick to read. */
function rebuilt(
  source: JsonObject,
  keys: readonly string[],
  parts: readonly (JsonValue | undefined)[],
): JsonObject {
  const copy: MutableJsonObject = {};
  for (const key of Object.keys(source)) {
    const index = keys.indexOf(key);
    const value = index < 0 ? source[key] : parts[index];
    if (value !== undefined) assign(copy, key, value);
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
  const hasMoved = holds(value, node, outcome.moved);
  if (node.isHusk || node.isFilledInto) {
    if (!isEmpty || !hasMoved) run.residual = true;
    return undefined;
  }
  const stays = node.isRequired || node.fills.some((rule) => outcome.unfilled[rule] === true);
  return hasMoved && !stays ? undefined : left;
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
