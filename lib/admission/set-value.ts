import {
  assign,
  isArray,
  isObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../json/value.ts";
import { keysOfPath } from "./path-keys.ts";

/**
 * Returns the object with a value set at a path; missing maps on the path are created. The path is in the notation of
 * field errors: `spec.list[0].x`, `labels[a.b/c]`. Throws a TypeError if the path leads through a scalar or beyond the
 * end of a list.
 */
export function withFieldAt(object: JsonValue, path: string, value: JsonValue): JsonValue {
  return withValueAtSteps(object, keysOfPath(path), value);
}

function withValueAtSteps(
  at: JsonValue | undefined,
  [step, ...more]: readonly string[],
  value: JsonValue,
): JsonValue {
  if (step === undefined) return value;
  if (isArray(at)) {
    const index = Number(step);
    if (!(index >= 0 && index <= at.length)) throw cannotSet(step);
    return at.toSpliced(index, 1, withValueAtSteps(at[index], more, value));
  }
  const map = at ?? {};
  if (!isObject(map)) throw cannotSet(step);
  const copy: MutableJsonObject = { ...map };
  assign(copy, step, withValueAtSteps(member(map, step), more, value));
  return copy;
}

function cannotSet(step: string): TypeError {
  return new TypeError(
    `a handler can't set this path: ${step} is below a scalar or beyond the end of a list`,
  );
}
