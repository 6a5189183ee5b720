/**
 * What an expression can evaluate to, errors included: an error is a value that most operations pass on.
 *
 * - int: `number` within ±(2^53 - 1), `bigint` beyond, never anything else
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

/** An unsigned integer of 64 bits (uint). */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A floating-point number of 64 bits (double). Even `1.0` is not an int. */
export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A duration, in nanoseconds within 64 bits. */
export class Duration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A point in time, with the seconds east of UTC of the text that it was parsed from. */
export class Timestamp {
  /** Seconds since 1970; negative for earlier times. */
  readonly seconds: number;
  /** The nanoseconds after the second, from 0 to 999,999,999. */
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
  /** The item at an index, which must be within the list. */
  abstract get(index: number): CelValue;
  /** True if two lists are equal. The order of sets and map lists of a schema is ignored. */
  abstract equals(other: CelValue): boolean | CelError;
  abstract contains(value: CelValue): boolean | CelError;
  /** Concatenates two lists. A set or map list of a schema is merged instead. */
  abstract concat(other: CelList): CelList | CelError;

  /** Iterates over all items. Each is converted when it is reached. */
  *[Symbol.iterator](): IterableIterator<CelValue> {
    const size = this.size();
    for (let index = 0; index < size; index++) yield this.get(index);
  }
}

/** A map: either JSON with a schema, or entries that an expression computed. */
export abstract class CelMap {
  abstract size(): number;
  /**
   * The value of a key; undefined if the key is missing. For a map with a schema, a key that is not a string gives an
   * error.
   */
  abstract find(key: CelValue): CelValue | undefined;
  abstract keys(): Iterable<CelValue>;
  abstract equals(other: CelValue): boolean | CelError;
}

/** An optional, with or without a value. */
export class Optional {
  static readonly none = new Optional(undefined);
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** A type as a value, which `type(x)` returns. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The error of a failed evaluation. `message` is the API server's text. */
export class CelError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A value of a library's type, such as an address, a quantity or a version. */
export abstract class Opaque {
  abstract readonly typeName: string;
  /** Compares with another value. An error if that has another type. */
  abstract equals(other: CelValue): boolean | CelError;
  /** The value as text. Error messages show it, and `string(x)` returns it for types that have this conversion. */
  abstract toString(): string;
  /** The size that is used to compute the cost of a call; 1 unless a type overrides it. */
  costSize(): number {
    return 1;
  }
}

/** The error for arguments that no overload accepts. */
export const noSuchOverload = new CelError("no such overload");

/** Returns the value if it is an error, otherwise "no such overload". */
export function errorOr(value: CelValue): CelError {
  return value instanceof CelError ? value : noSuchOverload;
}
