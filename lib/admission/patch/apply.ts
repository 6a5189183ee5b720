import { err, ok, type Result } from "../../json/result.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { Operation } from "./diff.ts";
import { stepsOf } from "./pointer.ts";

/**
 * Applies a JSON Patch to a value, which stays as it is; the error names the first operation that does not apply.
 * Stricter than the server, which takes the replacement of a missing member. Source: RFC 6902 section 4.
 */
export function applyPatch(
  value: JsonValue,
  operations: readonly Operation[],
): Result<JsonValue, string> {
  let result = value;
  for (const operation of operations) {
    const steps = stepsOf(operation.path);
    const changed = steps === undefined ? undefined : change(result, steps, operation);
    if (changed === undefined) return err(`${operation.op} ${operation.path} does not apply`);
    result = changed;
  }
  return ok(result);
}

/** A copy of a value with one operation done at a path below it; undefined where it does not apply. */
function change(
  value: JsonValue,
  steps: readonly string[],
  operation: Operation,
): JsonValue | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return operation.op === "remove" ? undefined : operation.value;
  if (isArray(value)) return changeList(value, step, rest, operation);
  return isObject(value) ? changeMap(value, step, rest, operation) : undefined;
}

function changeMap(
  map: JsonObject,
  key: string,
  rest: readonly string[],
  operation: Operation,
): JsonValue | undefined {
  const old = Object.hasOwn(map, key) ? map[key] : undefined;
  const copy: MutableJsonObject = { ...map };
  if (rest.length === 0 && operation.op === "add") {
    assign(copy, key, operation.value);
    return copy;
  }
  if (old === undefined) return undefined;
  if (rest.length === 0 && operation.op === "remove") {
    delete copy[key];
    return copy;
  }
  const changed = change(old, rest, operation);
  if (changed === undefined) return undefined;
  assign(copy, key, changed);
  return copy;
}

function changeList(
  list: JsonArray,
  step: string,
  rest: readonly string[],
  operation: Operation,
): JsonValue | undefined {
  const index = step === "-" ? list.length : Number(step);
  if (step !== "-" && !/^(0|[1-9]\d*)$/.test(step)) return undefined;
  if (rest.length === 0 && operation.op === "add") {
    return index <= list.length ? list.toSpliced(index, 0, operation.value) : undefined;
  }
  const old = list[index];
  if (old === undefined) return undefined;
  if (rest.length === 0 && operation.op === "remove") return list.toSpliced(index, 1);
  const changed = change(old, rest, operation);
  return changed === undefined ? undefined : list.with(index, changed);
}
