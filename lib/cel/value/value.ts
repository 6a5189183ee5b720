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

/** A number that is no integer to CEL: `1.0` is another value than `1`. */
export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A span of time in nanoseconds, 64 bits. */
export class Duration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A moment, with the offset of the zone it was written in. */
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
  /** As the list's own type compares: sets and map lists of a schema look at no order. */
  abstract equals(other: CelValue): boolean | CelError;
  abstract contains(value: CelValue): boolean | CelError;
  /** Both lists as one; a set or map list of a schema merges. */
  abstract concat(other: CelList): CelList | CelError;

  /** All items, evaluated one by one. */
  *[Symbol.iterator](): IterableIterator<CelValue> {
    const size = this.size();
    for (let index = 0; index < size; index++) yield this.get(index);
  }
}

/** A map. */
export abstract class CelMap {
  abstract size(): number;
  /** The value under a key, undefined where there is none; an error for a key that no such map can have. */
  abstract find(key: CelValue): CelValue | undefined;
  abstract keys(): Iterable<CelValue>;
  abstract equals(other: CelValue): boolean | CelError;
}

/** A value, or the certainty that there is none. */
export class Optional {
  static readonly none = new Optional(undefined);
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** A type as a value: what `type(x)` gives. */
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

/** A value of a type that a library brings: addresses, quantities, versions. */
export abstract class Opaque {
  abstract readonly typeName: string;
  /** As the type itself compares; an error for a value of another type. */
  abstract equals(other: CelValue): boolean | CelError;
  /** What `string(x)` and error texts show. */
  abstract toString(): string;
  /** The length that costs are counted by. */
  costSize(): number {
    return 1;
  }
}

/** What nobody offers an implementation for. */
export const noSuchOverload = new CelError("no such overload");

/** The value if it is an error already, else "no such overload". */
export function errorOr(value: CelValue): CelError {
  return value instanceof CelError ? value : noSuchOverload;
}
