import { deepEqual } from "../../go/equal.ts";
import { float64Of, isNumber } from "../../go/number.ts";
import { assertDefined } from "../../json/invariant.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { equalElements } from "../value/equality.ts";
import { intOf, isInt } from "../value/int.ts";
import {
  CelError,
  CelList,
  CelMap,
  type CelValue,
  Double,
  noSuchOverload,
  Opaque,
} from "../value/value.ts";
import { escapeName, unescapeName } from "./escaping.ts";
import {
  type GoValue,
  goTypeOfValue,
  isInteger,
  isJson,
  NonJsonValue,
  nativeDouble,
  nativeTypeName,
  untypedCelValue,
} from "./native.ts";
import { withTypeAndObjectMeta } from "./resource-root.ts";
import { scalarIdentity } from "./scalar-identity.ts";
import { formattedText } from "./text-format.ts";

const nullError = new CelError("invalid data, got null for schema with nullable=false");

/**
 * Converts JSON to a CEL value by its schema. A part that does not match the schema becomes an error when it is read.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/common/valuesunstructured.go UnstructuredToVal.
 */
export function schemaValue(value: GoValue, schema: Structural): CelValue {
  if (value === null) return schema.nullable ? null : nullError;
  if (schema.x.intOrString) return intOrString(value);
  switch (schema.type) {
    case "object":
      return objectValue(value, schema);
    case "array":
      return arrayValue(value, schema);
    case "string":
      return typeof value === "string"
        ? formattedText(value, schema.validation?.format)
        : wrongType("string", value);
    case "number":
      return isJson(value) && isNumber(value)
        ? new Double(float64Of(value))
        : wrongType("float", value);
    case "integer":
      if (typeof value === "number" && Number.isSafeInteger(value)) return value;
      if (!isWholeNumber(value)) return wrongType("int", value);
      return typeof value === "bigint" ? intOf(value) : value;
    case "boolean":
      return typeof value === "boolean" ? value : wrongType("bool", value);
    default:
      return schema.x.preserveUnknownFields
        ? new UntypedValue(value)
        : new CelError(
            "invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ",
          );
  }
}

function isWholeNumber(value: GoValue): value is number | bigint {
  return isJson(value) && isNumber(value) && isInteger(value);
}

function wrongType(wanted: string, value: GoValue): CelError {
  return new CelError(`invalid data, expected ${wanted}, got ${nativeTypeName(value)}`);
}

function intOrString(value: GoValue): CelValue {
  if (typeof value === "string") return value;
  if (isWholeNumber(value)) return typeof value === "bigint" ? intOf(value) : value;
  return new CelError("invalid data, expected XIntOrString value to be either a string or integer");
}

function objectValue(value: GoValue, schema: Structural): CelValue {
  if (!isJson(value) || !isObject(value)) {
    return new CelError("invalid data, expected a map for the provided schema with type=object");
  }
  return new SchemaMap(value, schema.x.embeddedResource ? withTypeAndObjectMeta(schema) : schema);
}

function arrayValue(value: GoValue, schema: Structural): CelValue {
  if (!isJson(value) || !isArray(value)) {
    return new CelError("invalid data, expected an array for the provided schema with type=array");
  }
  if (schema.items === undefined) {
    return new CelError("invalid array type, expected Items with a non-empty Schema");
  }
  switch (schema.x.listType) {
    case "map":
      return new MapList(value, schema.items, schema.x.listMapKeys ?? []);
    case "set":
      return new SetList(value, schema.items);
    default:
      return new SchemaList(value, schema.items);
  }
}

/** A value whose schema has no type, only `x-kubernetes-preserve-unknown-fields`. It can only be compared. */
class UntypedValue extends Opaque {
  readonly typeName = "unknown";
  readonly value: GoValue;

  constructor(value: GoValue) {
    super();
    this.value = value;
  }

  equals(other: CelValue): boolean {
    return equalNatives(this.value, nativeOf(other));
  }

  toString(): string {
    return "";
  }
}

function equalNatives(a: GoValue, b: GoValue): boolean {
  return isJson(a) && isJson(b) && deepEqual(a, b);
}

/** A list of JSON values. An item is converted by its schema when it is read. */
export class SchemaList extends CelList {
  readonly elements: readonly GoValue[];
  protected readonly items: Structural;
  readonly #values: (CelValue | undefined)[] = [];

  constructor(elements: readonly GoValue[], items: Structural) {
    super();
    this.elements = elements;
    this.items = items;
  }

  size(): number {
    return this.elements.length;
  }

  get(index: number): CelValue {
    const cached = this.#values[index];
    if (cached !== undefined) return cached;
    const element = assertDefined(this.elements[index], "the index is within the list");
    const value = schemaValue(element, this.items);
    if (typeof value === "object") this.#values[index] = value;
    return value;
  }

  equals(other: CelValue): boolean | CelError {
    if (!(other instanceof CelList)) return noSuchOverload;
    if (other.size() !== this.size()) return false;
    for (let index = 0; index < this.size(); index++) {
      const isEqual = equalElements(this.get(index), other.get(index));
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  contains(value: CelValue): boolean | CelError {
    if (value instanceof CelError) return value;
    let fault: CelError | undefined;
    for (let index = 0; index < this.size(); index++) {
      const isEqual = equalElements(this.get(index), value);
      if (isEqual === true) return true;
      if (isEqual instanceof CelError) fault ??= isEqual;
    }
    return fault ?? false;
  }

  concat(other: CelList): CelList {
    return new SchemaList([...this.elements, ...nativesOf(other)], this.items);
  }
}

/** A list with `x-kubernetes-list-type: set`. Comparisons ignore its order; concatenation keeps equal items once. */
class SetList extends SchemaList {
  override equals(other: CelValue): boolean | CelError {
    if (!(other instanceof CelList)) return noSuchOverload;
    if (other.size() !== this.size()) return false;
    const identities = new Set(this.elements.map(scalarIdentity));
    return nativesOf(other).every((element) => identities.has(scalarIdentity(element)));
  }

  override concat(other: CelList): CelList {
    const identities = new Set(this.elements.map(scalarIdentity));
    const elements = [...this.elements];
    for (const element of nativesOf(other)) {
      const identity = scalarIdentity(element);
      if (identities.has(identity)) continue;
      identities.add(identity);
      elements.push(element);
    }
    return new SetList(elements, this.items);
  }
}

/** A list with `x-kubernetes-list-type: map`. Comparisons ignore its order; concatenation replaces items with equal keys. */
class MapList extends SchemaList {
  readonly #keys: readonly string[];

  constructor(elements: readonly GoValue[], items: Structural, keys: readonly string[]) {
    super(elements, items);
    this.#keys = keys;
  }

  override equals(other: CelValue): boolean | CelError {
    if (!(other instanceof CelList)) return noSuchOverload;
    if (other.size() !== this.size()) return false;
    const own = new Map(this.elements.map((element) => [this.#identityOf(element), element]));
    for (const item of other) {
      const element = own.get(this.#identityOf(nativeOf(item)));
      if (element === undefined) return false;
      const isEqual = equalElements(schemaValue(element, this.items), item);
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  override concat(other: CelList): CelList {
    const elements = [...this.elements];
    const indices = new Map(elements.map((element, index) => [this.#identityOf(element), index]));
    for (const element of nativesOf(other)) {
      const index = indices.get(this.#identityOf(element));
      if (index === undefined) elements.push(element);
      else elements[index] = element;
    }
    return new MapList(elements, this.items, this.#keys);
  }

  /**
   * Identifies an item by the values of its keys. Keys are looked up by their escaped names, as on the server. An item that
   * is not a map is equal to no other item.
   */
  #identityOf(element: GoValue): string | symbol {
    if (!isJson(element) || !isObject(element)) return Symbol("not a map");
    const parts = this.#keys.map((key) => member(element, escapeName(key) ?? key));
    return parts.map((part) => (part === undefined ? "" : String(scalarIdentity(part)))).join("\0");
  }
}

/** An object or map with a schema. */
export class SchemaMap extends CelMap {
  readonly object: JsonObject;
  readonly schema: Structural;

  constructor(object: JsonObject, schema: Structural) {
    super();
    this.object = object;
    this.schema = schema;
  }

  size(): number {
    return Object.keys(this.object).length;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== "string") return key instanceof CelError ? key : noSuchOverload;
    const name = this.schema.properties === undefined ? key : unescapeName(key);
    const schema = name === undefined ? undefined : this.schemaOf(name);
    if (name === undefined || schema === undefined) return undefined;
    return this.memberValue(member(this.object, name), schema);
  }

  /** Converts a member by its schema. If the schema declares properties, null counts as missing. */
  memberValue(value: JsonValue | undefined, schema: Structural): CelValue | undefined {
    if (value === undefined || (value === null && this.schema.properties !== undefined)) {
      return undefined;
    }
    return schemaValue(value, schema);
  }

  schemaOf(name: string): Structural | undefined {
    const { properties, additionalProperties, x } = this.schema;
    if (properties !== undefined || x.embeddedResource) return properties?.get(name);
    return typeof additionalProperties === "object" ? additionalProperties : undefined;
  }

  *keys(): Iterable<CelValue> {
    const isObjectType = this.schema.properties !== undefined;
    for (const key of Object.keys(this.object)) {
      if (this.schemaOf(key) === undefined) continue;
      yield isObjectType ? (escapeName(key) ?? key) : key;
    }
  }

  equals(other: CelValue): boolean | CelError {
    if (!(other instanceof CelMap)) return noSuchOverload;
    if (other.size() !== this.size()) return false;
    for (const key of Object.keys(this.object)) {
      const isEqual = this.#equalAt(key, other);
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  #equalAt(key: string, other: CelMap): boolean | CelError {
    if (this.schemaOf(key) !== undefined) {
      const [own, its] = [this.find(key), other.find(key)];
      if (own === undefined || its === undefined) return own === its;
      return equalElements(own, its);
    }
    if (!(other instanceof SchemaMap)) return noSuchOverload;
    const its = member(other.object, key);
    return (
      its === undefined || deepEqual(assertDefined(this.object[key], "the map has the key"), its)
    );
  }
}

/** Converts a CEL value to the form in which the server's Go code stores it. */
function nativeOf(value: CelValue): GoValue {
  if (typeof value === "string" || typeof value === "boolean" || isInt(value)) return value;
  if (value instanceof Double) return nativeDouble(value.value);
  if (value instanceof SchemaMap) return value.object;
  if (value instanceof SchemaList) return jsonElements(value);
  if (value instanceof UntypedValue) return value.value;
  return new NonJsonValue(goTypeOfValue(value), value);
}

function jsonElements(list: SchemaList): GoValue {
  const elements: JsonArray = list.elements.filter(isJson);
  return elements.length === list.elements.length
    ? elements
    : new NonJsonValue("[]interface {}", list);
}

/**
 * The items of a list as they are compared with those of another list, or added to it. The server first converts them to
 * CEL values: a date is no longer a string then, and an integer of type number no longer an int64.
 */
function nativesOf(list: CelList): readonly GoValue[] {
  return Array.from(list, nativeOf);
}

/** A value without its schema: the server reads values within an optional in this way. */
export function withoutSchema(value: CelValue): CelValue {
  if (value instanceof SchemaMap) return untypedCelValue(value.object);
  if (!(value instanceof SchemaList)) return value;
  const native = jsonElements(value);
  return isJson(native) ? untypedCelValue(native) : value;
}
