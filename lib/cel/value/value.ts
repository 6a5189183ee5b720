/**
 * What an expression can evaluate to, errors included: an error is a value that most operations pass on.
 *
 * - int: `number` within ±2^53, `bigint` beyond, never anything else
 * - string: well-formed UTF-16; its size counts code points
 * - bytes: `Uint8Array`
 */
export type CelValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Uint
  | Double
  | Duration
  | Timestamp
  | Optional
  | TypeValue
  | CelList
  | CelMap
  | Opaque
  | CelError;

/** An unsigned integer of 64 bits. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A double; `1.0` is not an int. */
export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A duration in nanoseconds, 64 bits. */
export class Duration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A point in time, with the UTC offset that it was written with. */
export class Timestamp {
  /** Since 1970, negative before. */
  readonly seconds: number;
  /** 0 to 999,999,999. */
  readonly nanoseconds: number;
  readonly offsetSeconds: number;

  constructor(seconds: number, nanoseconds: number, offsetSeconds: number) {
    this.seconds = seconds;
    this.nanoseconds = nanoseconds;
    this.offsetSeconds = offsetSeconds;
  }
}

/** A list of values. */
export abstract class CelList {
  abstract size(): number;
  /** The item at an index within the list. */
  abstract get(index: number): CelValue;
  /** Sets and map lists of a schema compare without order. */
  abstract equals(other: CelValue): boolean | CelError;
  abstract contains(value: CelValue): boolean | CelError;
  /** Concatenates; a set or map list of a schema merges. */
  abstract concat(other: CelList): CelList | CelError;

  /** All items, evaluated one by one. */
  *[Symbol.iterator](): IterableIterator<CelValue> {
    const size = this.size();
    for (let index = 0; index < size; index++) yield this.get(index);
  }
}

/** A map as an expression sees it, over JSON or over computed entries. */
export abstract class CelMap {
  abstract size(): number;
  /** The value of a key, undefined where it is missing. A map of a schema gives an error for a key that is not a string. */
  abstract find(key: CelValue): CelValue | undefined;
  abstract keys(): Iterable<CelValue>;
  abstract equals(other: CelValue): boolean | CelError;
}

/** An optional value. */
export class Optional {
  static readonly none = new Optional(undefined);
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** A type as a value, the result of `type(x)`. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** An evaluation that failed; `message` is the server's text. */
export class CelError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A value of a library's type: an address, a quantity, a version. */
export abstract class Opaque {
  abstract readonly typeName: string;
  /** An error for a value of another type. */
  abstract equals(other: CelValue): boolean | CelError;
  /** The value as text, as `string(x)` returns it for types that have this conversion, and as error messages show it. */
  abstract toString(): string;
  /** The size that the cost of a call on the value counts: 1, unless a type overrides it. */
  costSize(): number {
    return 1;
  }
}

/** The error for arguments that no overload accepts. */
export const noSuchOverload = new CelError("no such overload");

/** The value if it is an error, else "no such overload". */
export function errorOr(value: CelValue): CelError {
  return value instanceof CelError ? value : noSuchOverload;
}
