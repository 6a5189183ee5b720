import { equal } from "../../json/equal.ts";
import { assertDefined } from "../../json/invariant.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../json/value.ts";
import { pointer } from "./pointer.ts";

/** An operation of a JSON Patch (RFC 6902), of the types that we write. */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: JsonValue }
  | { readonly op: "remove"; readonly path: string };

/**
 * A JSON Patch that turns one value into another; empty if they are equal. Maps are compared member by member. In a
 * list, equal items at the beginning and the end are left alone; the items between them are changed one by one, and
 * then items are added or removed.
 */
export function diff(before: JsonValue, after: JsonValue): readonly PatchOperation[] {
  const operations: PatchOperation[] = [];
  addOperations(before, after, [], operations);
  return operations;
}

function addOperations(
  before: JsonValue,
  after: JsonValue,
  path: readonly string[],
  into: PatchOperation[],
): void {
  if (before === after) return;
  if (path.length === maxDiffDepth) {
    if (!equal(before, after)) into.push(replaceOperation(path, after));
    return;
  }
  if (isObject(before) && isObject(after)) compareMaps(before, after, path, into);
  else if (isArray(before) && isArray(after)) compareLists(before, after, path, into);
  else if (!equal(before, after)) into.push(replaceOperation(path, after));
}

/**
 * The greatest depth to which values are compared. A different value at this depth is replaced as a whole. The number is a
 * choice: the fields that handlers change are far less deep, and each level takes three calls on the stack and makes the paths
 * of operations longer.
 */
const maxDiffDepth = 200;

function compareMaps(
  before: JsonObject,
  after: JsonObject,
  path: readonly string[],
  into: PatchOperation[],
): void {
  const operations = mapOperations(before, after, path);
  const isWhole = path.length > 0 && operations.length > maxOperations;
  for (const operation of isWhole ? [replaceOperation(path, after)] : operations)
    into.push(operation);
}

function mapOperations(
  before: JsonObject,
  after: JsonObject,
  path: readonly string[],
): readonly PatchOperation[] {
  const into: PatchOperation[] = [];
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) into.push({ op: "remove", path: pointer([...path, key]) });
  }
  for (const [key, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (old === undefined) into.push({ op: "add", path: pointer([...path, key]), value });
    else if (old !== value) addOperations(old, value, [...path, key], into);
  }
  return into;
}

function compareLists(
  before: JsonArray,
  after: JsonArray,
  path: readonly string[],
  into: PatchOperation[],
): void {
  const operations = listOperations(before, after, path);
  into.push(...(operations.length > maxOperations ? [replaceOperation(path, after)] : operations));
}

/**
 * The most operations for one list or map below the root. One that needs more is replaced as a whole: each operation repeats the
 * path, and for each item that is added to a list or removed the server moves all later items. The number is a choice: enough for
 * a handler that changes single items, and few enough that the repeated paths and moves cost little.
 */
const maxOperations = 256;

function replaceOperation(path: readonly string[], value: JsonValue): PatchOperation {
  return { op: "replace", path: pointer(path), value };
}

function listOperations(
  before: JsonArray,
  after: JsonArray,
  path: readonly string[],
): readonly PatchOperation[] {
  const into: PatchOperation[] = [];
  const head = commonHead(before, after);
  const tail = commonHead(before.slice(head).reverse(), after.slice(head).reverse());
  const [endBefore, endAfter] = [before.length - tail, after.length - tail];
  for (let index = head; index < Math.min(endBefore, endAfter); index++) {
    const [old, now] = [itemAt(before, index), itemAt(after, index)];
    addOperations(old, now, [...path, String(index)], into);
  }
  for (let index = endBefore - 1; index >= endAfter; index--) {
    into.push({ op: "remove", path: pointer([...path, String(index)]) });
  }
  for (let index = endBefore; index < endAfter; index++) {
    into.push({ op: "add", path: pointer([...path, String(index)]), value: itemAt(after, index) });
  }
  return into;
}

function itemAt(list: JsonArray, index: number): JsonValue {
  return assertDefined(list[index], "the index is within the list");
}

/** The number of equal items at the beginning of two lists. */
function commonHead(a: JsonArray, b: JsonArray): number {
  const shorter = Math.min(a.length, b.length);
  let length = 0;
  while (length < shorter && equal(a[length], b[length])) length++;
  return length;
}
