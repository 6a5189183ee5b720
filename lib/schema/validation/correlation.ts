import { deepEqual } from "../../go/equal.ts";
import { isArray, isObject, type JsonArray, type JsonValue, member } from "../../json/value.ts";
import { MapListItems } from "./map-list.ts";

/** The parts of a schema that determine which values of two objects correspond to each other. */
export interface CorrelatedSchema {
  readonly types: readonly string[];
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
  readonly items: CorrelatedSchema | undefined;
  readonly properties: { get(name: string): CorrelatedSchema | undefined };
  readonly additionalProperties: CorrelatedSchema | false | undefined;
}

/**
 * A value of an updated object, and the corresponding value of the old object. Members of a map correspond by name,
 * items of a map list by their keys; items of other lists don't correspond.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/common/equality.go, CorrelatedObject.
 */
export class Correlation {
  readonly value: JsonValue;
  readonly #old: JsonValue;
  readonly #node: CorrelatedSchema;
  readonly #children = new Map<string | number, Correlation>();
  #oldItems: MapListItems | undefined;
  #isEqual: boolean | undefined;

  constructor(value: JsonValue, old: JsonValue, node: CorrelatedSchema) {
    this.value = value;
    this.#old = old;
    this.#node = node;
  }

  /** The member with this name, if both objects have it and the schema declares it. */
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

  /** The item at this index of a map list, if the old list has an item with the same keys. */
  index(index: number): Correlation | undefined {
    const known = this.#children.get(index);
    if (known !== undefined) return known;
    if (this.#node.listType !== "map" || !isArray(this.#old) || !isArray(this.value))
      return undefined;
    const value = this.value[index];
    const old = this.#itemsOf(this.#old).find(value);
    const { items } = this.#node;
    if (value === undefined || old === undefined || items === undefined) return undefined;
    return this.#remember(index, new Correlation(value, old, items));
  }

  /**
   * True if the value did not change. The order of a map list's items is ignored. A member that the schema does not
   * declare counts as a change.
   */
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

  #itemsOf(old: JsonArray): MapListItems {
    this.#oldItems ??= new MapListItems(
      old,
      this.#node.types[0] === "array" ? this.#node.listMapKeys : [],
    );
    return this.#oldItems;
  }
}
