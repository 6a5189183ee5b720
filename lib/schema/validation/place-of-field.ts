import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { FaultPlace } from "./validators.ts";

/** The path of a fault of the whole object. */
const wholeObject = "<nil>";

/** The place of a fault in an object; the start of its path that can be read where the rest can't be told. */
export function placeOfFault(object: JsonObject, field: string): FaultPlace {
  return placeOfField(object, field) ?? parentOf(field);
}

/** The readable start of a field path whose keys contain special characters. */
function parentOf(field: string): FaultPlace {
  const [start] = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*(?=[.[])/.exec(field) ?? [];
  return start === undefined ? [] : start.split(".").slice(0, -1);
}

/** How many keys are tried for one path: a text does not tell where a key with a dot ends. */
const maxTries = 64;

/**
 * The place in an object of a field path as the API server writes it: `spec.list[0].x`, with keys of maps also as
 * `spec.map[a.b/c]` or `spec.map.a.b/c`. The last step may be missing in the object, unless it has a dot. Undefined for other
 * text.
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

/** The keys that a text may begin with, `[key]` or `.key`, the shortest first. */
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
