import {
  Float,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";
import { deepEqual } from "../go-equal.ts";
import { float64Of, isInt64, isNumber } from "../go-number.ts";
import { quote } from "../go-print.ts";
import type { SchemaNode } from "./schema-node.ts";

/**
 * A value and what stood in its place before an update. Members are found by name where the schema names them, items
 * of a map list by their keys; nothing else has a past of its own.
 * Source: k8s.io/apiserver@v0.36.3 pkg/cel/common/equality.go, CorrelatedObject.
 */
export class Correlation {
  readonly value: JsonValue;
  readonly #old: JsonValue;
  readonly #node: SchemaNode;
  readonly #children = new Map<string | number, Correlation>();
  #oldItems: ReadonlyMap<string, JsonObject> | undefined;
  #isEqual: boolean | undefined;

  constructor(value: JsonValue, old: JsonValue, node: SchemaNode) {
    this.value = value;
    this.#old = old;
    this.#node = node;
  }

  /** The member of that name, where both objects have it and the schema knows it. */
  key(name: string): Correlation | undefined {
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    if (!isObject(this.#old) || !isObject(this.value)) return undefined;
    const [old, value] = [member(this.#old, name), member(this.value, name)];
    const node = this.#node.properties.get(name) ?? this.#node.additionalProperties;
    if (old === undefined || value === undefined || node === undefined || node === false)
      return undefined;
    return this.#remember(name, new Correlation(value, old, node));
  }

  /** The item at that index of a map list, where the old list has one of the same keys. */
  index(index: number): Correlation | undefined {
    const known = this.#children.get(index);
    if (known !== undefined) return known;
    if (this.#node.listType !== "map" || !isArray(this.#old) || !isArray(this.value))
      return undefined;
    const value = this.value[index];
    const key = isObject(value) ? this.#keyOf(value) : undefined;
    const old = key === undefined ? undefined : this.#itemsOf(this.#old).get(key);
    const { items } = this.#node;
    if (value === undefined || old === undefined || items === undefined) return undefined;
    return this.#remember(index, new Correlation(value, old, items));
  }

  /** True when nothing changed; a map list may have changed its order, what the schema does not name counts as changed. */
  isUnchanged(): boolean {
    this.#isEqual ??= this.#compare();
    return this.#isEqual;
  }

  #compare(): boolean {
    if (isArray(this.value) && isArray(this.#old)) return this.#compareLists(this.value, this.#old);
    if (isObject(this.value) && isObject(this.#old)) {
      const names = Object.keys(this.value);
      return (
        names.length === Object.keys(this.#old).length &&
        names.every((name) => this.key(name)?.isUnchanged() === true)
      );
    }
    return deepEqual(this.value, this.#old);
  }

  #compareLists(value: JsonArray, old: JsonArray): boolean {
    if (value.length !== old.length) return false;
    if (this.#node.listType !== "map") return deepEqual(value, old);
    return value.every((_, index) => this.index(index)?.isUnchanged() === true);
  }

  #remember(name: string | number, child: Correlation): Correlation {
    this.#children.set(name, child);
    return child;
  }

  /** The old items by their keys; of two with the same keys the first. */
  #itemsOf(old: JsonArray): ReadonlyMap<string, JsonObject> {
    if (this.#oldItems !== undefined) return this.#oldItems;
    const items = new Map<string, JsonObject>();
    for (const item of isMapList(this.#node) ? old : []) {
      const key = isObject(item) ? this.#keyOf(item) : undefined;
      if (isObject(item) && key !== undefined && !items.has(key)) items.set(key, item);
    }
    this.#oldItems = items;
    return items;
  }

  /** The keys of an item as one text; undefined where one is absent or no scalar. */
  #keyOf(item: JsonObject): string | undefined {
    const names = this.#node.listMapKeys;
    const texts: string[] = [];
    for (const name of names) {
      const text = scalarText(member(item, name), names.length > 1);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return texts.join("\0");
  }
}

function isMapList(node: SchemaNode): boolean {
  return node.types[0] === "array" && node.listType === "map" && node.listMapKeys.length > 0;
}

/** Of several keys, floats are told apart by six decimals only, as the server prints them. */
function scalarText(value: JsonValue | undefined, rounded: boolean): string | undefined {
  if (typeof value === "string") return quote(value);
  if (typeof value === "boolean") return String(value);
  if (!isNumber(value)) return undefined;
  if (isInt64(value) && !(value instanceof Float)) return value.toString();
  const float = float64Of(value) + 0;
  return rounded ? float.toFixed(6) : `${float}f`;
}
