import { isArray, isObject, type JsonValue, member } from "../json/value.ts";
import { keysOfPath } from "./path-keys.ts";

/**
 * Returns the object with a value set at a path; missing maps on the path are created. The path is in the notation of
 * field errors: `spec.list[0].x`, `labels[a.b/c]`. Throws a TypeError if the path leads through a scalar or beyond the
 * end of a list.
 */
export function withFieldAt(object: JsonValue, path: string, value: JsonValue): JsonValue {
  return withValueAtSteps(object, keysOfPath(path), { path, value });
}

/** A value to set, and its whole path for an error. */
interface SetField {
  readonly path: string;
  readonly value: JsonValue;
}

function withValueAtSteps(
  at: JsonValue | undefined,
  [step, ...more]: readonly string[],
  field: SetField,
): JsonValue {
  if (step === undefined) return field.value;
  if (isArray(at)) {
    const index = Number(step);
    if (!(index >= 0 && index <= at.length)) {
      throw cannotSet(field, `the index in the list must be from 0 to ${at.length}, not ${step}`);
    }
    return at.toSpliced(index, 1, withValueAtSteps(at[index], more, field));
  }
  const map = at ?? {};
  if (!isObject(map)) throw cannotSet(field, `${step} is below a scalar`);
  return { ...map, [step]: withValueAtSteps(member(map, step), more, field) };
}

function cannotSet({ path }: SetField, reason: string): TypeError {
  return new TypeError(`a handler can't set ${path}: ${reason}`);
}
