declare const holds: unique symbol;
declare const opposite: unique symbol;

/**
 * A path of one version. T is the type of the value at the path, O that of the value at the same path in the other version. The
 * types exist only for the editor and the type checker: at run time the path holds no value.
 */
export interface TypedPath<out T = unknown, out O = unknown> {
  readonly [holds]: () => T;
  readonly [opposite]: () => O;
}

/** A path as an argument. Its type includes undefined only because reading a map's key, such as `labels["k"]`, has that type. */
export type PathArgument<T = unknown, O = unknown> = TypedPath<T, O> | undefined;

/** A path whose value an op can read. A path of another type is a type error. */
export type ReadablePath<T, Wanted, O = unknown> = (TypedPath<T, O> & Needs<T, Wanted>) | undefined;

/** A path that both versions have, with a value that the op can read in each. */
export type ReadableInBoth<T, O, Wanted, Other> =
  | (TypedPath<T, O> & Needs<T, Wanted> & (unknown extends O ? unknown : Needs<O, Other>))
  | undefined;

type Needs<T, Wanted> = [T] extends [Wanted] ? unknown : IfFree<T, unknown, TypedPath<Wanted>>;

/** A path with the paths below it: members by name, and `each` for every item of a list. */
export type PathProxy<T, O = unknown> = TypedPath<NonNullable<T>, NonNullable<O>> &
  Below<NonNullable<T>, NonNullable<O>>;

declare const everyValue: unique symbol;

/** Marks the path of every value of a map, so that it differs in type from the path of one value. */
export interface EveryValueMark {
  readonly [everyValue]: true;
}

/** The path of every value of a map, with the paths below it. */
export type EveryValueProxy<T, O = unknown> = PathProxy<T, O> & EveryValueMark;

/** The path of every value of a map, as an argument of an op. */
export type EveryValuePath<T, O = unknown> = (TypedPath<T, O> & EveryValueMark) | undefined;

type Below<T, O> = [T] extends [readonly (infer Item)[]]
  ? { readonly each: PathProxy<Item, ItemOf<O>> }
  : IfFree<
      T,
      Free,
      [T] extends [object]
        ? { readonly [K in keyof T as Exclude<K, "each">]-?: PathProxy<T[K], MemberOf<O, K>> }
        : unknown
    >;

/** The path of a value without a schema: it has a path below it for any key. */
interface Free extends TypedPath {
  readonly each: Free;
  readonly [key: string]: Free;
}

type IfFree<T, Yes, No> = [string | readonly never[]] extends [T] ? Yes : No;

/** The type of a list's items; unknown if the type is not a list. */
export type ItemOf<T> = [T] extends [readonly (infer Item)[]] ? Item : unknown;

/** The type of a map's values; unknown if the type is not a map. */
export type ValueOf<T> = [T] extends [{ readonly [key: string]: infer Value }] ? Value : unknown;

type MemberOf<T, K> = K extends keyof T ? T[K] : unknown;

/** The names of a map's members. */
export type MemberName<T> = IfFree<T, string, keyof T & string>;

/** A version's name and the type of its objects, as `customhouse generate` exports it. */
export interface Version<out T> {
  readonly version: string;
  readonly object?: T;
}

/** The members of an object that rules can name: all but apiVersion and kind. */
export type Body<T> = { readonly [K in keyof T as Exclude<K, "apiVersion" | "kind">]: T[K] };

/**
 * Makes a second path a type error if its type has nothing in common with the type of the first. Enum values, bounds and members
 * are checked later, by the compiler of lenses, which has the schemas.
 */
export type CompatiblePath<T, U> = [U] extends [Shape<T>]
  ? unknown
  : [T] extends [Shape<U>]
    ? unknown
    : TypedPath<Shape<T>>;

/** A type reduced to its kind: text, number, boolean, map, or a list of these. */
type Shape<T> = T extends readonly (infer Item)[] ? readonly ItemShape<Item>[] : ScalarShape<T>;

type ItemShape<T> = T extends readonly unknown[] ? readonly unknown[] : ScalarShape<T>;

type ScalarShape<T> = T extends string
  ? string
  : T extends number | bigint
    ? number | bigint
    : T extends boolean
      ? boolean
      : T extends object
        ? object & { readonly [Symbol.iterator]?: never }
        : T;
