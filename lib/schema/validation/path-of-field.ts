import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { FaultPath } from "./validators.ts";

/** The server's path of the whole object. */
const wholeObject = "<nil>";

/**
 * The keys and indices of the value that a fault's `field` names. If the object has no such path, the keys of a parent,
 * as far as the text alone shows them.
 */
export function pathOfFault(object: JsonObject, field: string): FaultPath {
  return pathOfField(object, field) ?? parentOf(field);
}

/**
 * The keys of a parent, from the text alone: the plain names at the start of the path, up to the first index, key in
 * brackets or name with special characters. The last of these names is left out, because a dot after it may belong to
 * the same key. Empty for a single name.
 */
function parentOf(field: string): FaultPath {
  const [start] = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*(?=[.[])/.exec(field) ?? [];
  return start === undefined ? [] : start.split(".").slice(0, -1);
}

/**
 * The most keys that are tried for one path. Several are possible, because a key may contain dots: each dot can double the ways
 * to read a path. After 64 tries the path counts as not found. The number is a choice: enough for six dots in keys, while the
 * work for keys that a client forged stays small.
 */
const maxTries = 64;

/**
 * The keys and indices of the value that a path printed by the server names, such as `spec.list[0].x`. For a key
 * `a.b/c` the server prints `spec.map[a.b/c]` or `spec.map.a.b/c`. The last key may be missing in the object if it
 * contains no dot. Undefined if the object has no such path.
 */
export function pathOfField(object: JsonObject, field: string): FaultPath | undefined {
  let tries = 0;
  const text = field === "" || field === wholeObject ? "" : `.${field}`;
  return stepsIn(object, text, false) ?? stepsIn(object, text, true);

  function stepsIn(
    value: JsonValue | undefined,
    text: string,
    mayLackLast: boolean,
  ): FaultPath | undefined {
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
 * The possible first keys of a text that begins with `[key]` or `.key`, the shortest first, each with the rest of the
 * text.
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
