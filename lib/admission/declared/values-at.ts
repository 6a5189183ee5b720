import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import { keysOfPath } from "../path-keys.ts";

/** A value in an object, and its path in the notation of field errors: `spec.list[0].name`. */
interface ValueAtPath {
  readonly path: string;
  readonly value: JsonValue;
}

/**
 * The values at a path, in order; `[*]` stands for every item of a list. Empty if the object has no value at the path.
 */
export function valuesAt(object: JsonValue, path: string): readonly ValueAtPath[] {
  const start: readonly ValueAtPath[] = [{ path: "", value: object }];
  return keysOfPath(path).reduce(
    (found, key) => found.flatMap((each) => valuesBelow(each, key)),
    start,
  );
}

function valuesBelow({ path, value }: ValueAtPath, key: string): readonly ValueAtPath[] {
  if (isArray(value)) {
    return key === "*"
      ? value.map((item, index) => ({ path: `${path}[${index}]`, value: item }))
      : [];
  }
  const found = isObject(value) ? member(value, key) : undefined;
  if (found === undefined) return [];
  const isName = /^[^.[\]/]+$/.test(key);
  return [
    { path: isName ? `${path}${path === "" ? "" : "."}${key}` : `${path}[${key}]`, value: found },
  ];
}
