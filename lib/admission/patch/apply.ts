import { assertDefined } from "../../json/invariant.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { assign, isObject, type JsonValue, type MutableJsonObject } from "../../json/value.ts";
import type { PatchOperation } from "./diff.ts";
import { pointerTokens } from "./pointer.ts";

/** A list or map that {@link applyPatch} has copied and may therefore change. */
type Owned = JsonValue[] | MutableJsonObject;

/**
 * Applies a JSON Patch and returns the result; the given value does not change. The error names the first operation
 * that can't be applied. Each list and map on a path is copied once, so the cost is linear in the value and the patch.
 * Stricter than the server, which also accepts `replace` of a missing member.
 * Source: RFC 6902 section 4.
 */
export function applyPatch(
  value: JsonValue,
  operations: readonly PatchOperation[],
): Result<JsonValue, string> {
  const owned = new Map<object, Owned>();
  const root = { "": value };
  owned.set(root, root);
  for (const operation of operations) {
    const steps = pointerTokens(operation.path);
    // Removing the whole value would leave nothing to store.
    const isApplicable = steps !== undefined && (operation.op !== "remove" || steps.length > 0);
    if (!isApplicable || !applyOperation(root, ["", ...steps], operation, owned)) {
      return err(`${operation.op} ${operation.path} can't be applied to this object`);
    }
  }
  return ok(root[""]);
}

/** Applies one operation, copying the lists and maps on its path. False if the operation can't be applied. */
function applyOperation(
  root: Owned,
  steps: readonly string[],
  operation: PatchOperation,
  owned: Map<object, Owned>,
): boolean {
  let parent = root;
  for (const step of steps.slice(0, -1)) {
    const child = ownedChild(parent, step, owned);
    if (child === undefined) return false;
    parent = child;
  }
  const last = assertDefined(steps.at(-1), "the path has at least one step, the root");
  return Array.isArray(parent)
    ? changeItem(parent, last, operation)
    : changeMember(parent, last, operation);
}

function ownedChild(parent: Owned, step: string, owned: Map<object, Owned>): Owned | undefined {
  const child = childOf(parent, step);
  if (!Array.isArray(child) && !isObject(child)) return undefined;
  const own = owned.get(child);
  if (own !== undefined) return own;
  const copy: Owned = Array.isArray(child) ? [...child] : { ...child };
  owned.set(copy, copy);
  if (Array.isArray(parent)) parent[Number(step)] = copy;
  else assign(parent, step, copy);
  return copy;
}

function childOf(parent: Owned, step: string): JsonValue | undefined {
  if (Array.isArray(parent)) return isIndex(step) ? parent[Number(step)] : undefined;
  return Object.hasOwn(parent, step) ? parent[step] : undefined;
}

function changeMember(map: MutableJsonObject, key: string, operation: PatchOperation): boolean {
  if (operation.op !== "add" && !Object.hasOwn(map, key)) return false;
  if (operation.op === "remove") delete map[key];
  else assign(map, key, operation.value);
  return true;
}

function changeItem(list: JsonValue[], step: string, operation: PatchOperation): boolean {
  const index = step === "-" ? list.length : Number(step);
  if (step !== "-" && !isIndex(step)) return false;
  if (index >= list.length + (operation.op === "add" ? 1 : 0)) return false;
  if (operation.op === "remove") list.splice(index, 1);
  else list.splice(index, operation.op === "add" ? 0 : 1, operation.value);
  return true;
}

function isIndex(step: string): boolean {
  return /^(0|[1-9]\d*)$/.test(step);
}
