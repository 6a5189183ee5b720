import { float64Of, isInt64, isNumber } from "../../go/number.ts";
import { quote } from "../../go/print.ts";
import {
  Float,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";

/**
 * Finds items of a map list by their keys. If several items have the same keys, the first one is used.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/common/maplist.go.
 */
export class MapListItems {
  readonly #keys: readonly string[];
  readonly #items = new Map<string, JsonObject>();

  constructor(items: JsonArray, keys: readonly string[]) {
    this.#keys = keys;
    for (const item of keys.length > 0 ? items : []) {
      const key = this.#keyOf(item);
      if (isObject(item) && key !== undefined && !this.#items.has(key)) this.#items.set(key, item);
    }
  }

  /** The item with the same keys as the given item; undefined if there is no such item. */
  find(item: JsonValue | undefined): JsonObject | undefined {
    const key = this.#keyOf(item);
    return key === undefined ? undefined : this.#items.get(key);
  }

  /** The keys of an item as one text; undefined if a key is absent or not a scalar. */
  #keyOf(item: JsonValue | undefined): string | undefined {
    if (!isObject(item)) return undefined;
    const texts: string[] = [];
    for (const name of this.#keys) {
      const text = scalarText(member(item, name), this.#keys.length > 1);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return texts.join("\0");
  }
}

/**
 * A scalar as text that includes its type; undefined for other values. `rounded`: true for a list with several keys,
 * for which the server compares floats to six decimals only.
 */
function scalarText(value: JsonValue | undefined, rounded: boolean): string | undefined {
  if (typeof value === "string") return quote(value);
  if (typeof value === "boolean") return String(value);
  if (!isNumber(value)) return undefined;
  if (isInt64(value) && !(value instanceof Float)) return value.toString();
  const float = float64Of(value) + 0;
  return rounded ? float.toFixed(6) : `${float}f`;
}
