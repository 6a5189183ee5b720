import { isArray, isObject, type JsonValue, member } from "../../../json/value.ts";
import type { WrapRule } from "../../language/rule.ts";
import { isLate, type One, type OneCodec, unreadable } from "../codec.ts";

/**
 * A list of scalars as maps that hold each under the key: `[a]` as `[{name: a}]`. A list with an item that is not a scalar
 * cannot be read, nor, back, one with an item that holds more than the key.
 */
export function wrapCodec({ key }: Pick<WrapRule, "key">): OneCodec {
  const forward: One = (list, run) => {
    if (!isArray(list) || isLate(run, list.length) || !list.every(isScalar)) return unreadable;
    return list.map((item) => ({ [key]: item }));
  };
  const backward: One = (list, run) => {
    if (!isArray(list) || isLate(run, list.length)) return unreadable;
    const scalars: JsonValue[] = [];
    for (const item of list) {
      const scalar = onlyMember(item, key);
      if (scalar === undefined || !isScalar(scalar)) return unreadable;
      scalars.push(scalar);
    }
    return scalars;
  };
  return { forward, backward, exactForward: true, exactBackward: true };
}

function isScalar(value: JsonValue): boolean {
  return !isArray(value) && !isObject(value);
}

function onlyMember(item: JsonValue, key: string): JsonValue | undefined {
  return isObject(item) && Object.keys(item).length === 1 ? member(item, key) : undefined;
}
