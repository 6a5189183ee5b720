import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { FaultPlace } from "./validators.ts";

/** How the server writes the path of the whole object. */
const wholeObject = "<nil>";

/**
 * The keys and indices in an object of what the path `field` of a fault names. If no path in the object fits the text: the
 * keys of a parent, as far as they can be told from the text alone.
 */
export function placeOfFault(object: JsonObject, field: string): FaultPlace {
  return placeOfField(object, field) ?? parentOf(field);
}

/**
 * The plain names at the start of a path, up to the first index, key in brackets or name with special characters, without
 * the last of them: after it, a dot may begin another key or be a part of the same one. Empty for a single name.
 */
function parentOf(field: string): FaultPlace {
  const [start] = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*(?=[.[])/.exec(field) ?? [];
  return start === undefined ? [] : start.split(".").slice(0, -1);
}

/** How many keys are tried for one path. A key may contain dots, so the text does not show where it ends. */
const maxTries = 64;

/**
 * The keys and indices that a field path of the API server stands for in an object: `spec.list[0].x`, or
 * `spec.map[a.b/c]` or `spec.map.a.b/c` for the key `a.b/c`. The last key may be absent from the object if it contains
 * no dot. Undefined if no path in the object fits the text.
 */
export function placeOfField(object: JsonObject, field: string): FaultPlace | undefined {
  let tries = 0;
  const text = field === "" || field === wholeObject ? "" : `.${field}`;
  return stepsIn(object, text, false) ?? stepsIn(object, text, true);

  function stepsIn(
    value: JsonValue | undefined,
    text: string,
    mayLackLast: boolean,
  ): FaultPlace | undefined {
    if (text === "") return [];
    if (isArray(value)) {
      const [whole, index] = /^\[(\d{1,9})\]/.exec(text) ?? [];
      if (whole === undefined) return undefined;
      const rest = stepsIn(value[Number(index)], text.slice(whole.length), mayLackLast);
      return rest && [Number(index), ...rest];
    }
    const map = isObject(value) ? value : {};
    for (const { key, rest } of keysAt(text)) {
      if (tries === maxTries) return undefined;
      tries += 1;
      const own = member(map, key);
      const isLast = mayLackLast && rest === "" && !key.includes(".");
      if (own === undefined && !isLast) continue;
      const below = stepsIn(own, rest, mayLackLast);
      if (below !== undefined) return [key, ...below];
    }
    return undefined;
  }
}

/**
 * The keys that a text such as `[key]` or `.key` may begin with, the shortest first, each with the rest of the text.
 */
function* keysAt(text: string): Generator<{ readonly key: string; readonly rest: string }> {
  const [open] = text;
  const end = open === "[" ? /\](?=[.[]|$)/g : open === "." ? /(?=[.[]|$)/g : undefined;
  if (end === undefined) return;
  end.lastIndex = 1;
  for (let found = end.exec(text); found !== null; found = end.exec(text)) {
    yield { key: text.slice(1, found.index), rest: text.slice(found.index + found[0].length) };
    if (found.index >= text.length) return;
    end.lastIndex = found.index + 1;
  }
}
