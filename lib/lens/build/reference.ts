declare const holds: unique symbol;
declare const opposite: unique symbol;

/**
 * A path of one version, typed by what stands there and by what the other version has at the same path. It holds
 * nothing: the types are for the editor and the compiler.
 */
export interface Ref<out T = unknown, out O = unknown> {
  readonly [holds]: () => T;
  readonly [opposite]: () => O;
}

/** A path as an argument. Undefined is never one: keys of a map (`labels["k"]`) only have that type. */
export type Place<T = unknown, O = unknown> = Ref<T, O> | undefined;

/** A path that must hold what an op can read: anything else is an argument error. */
export type Of<T, Wanted, O = unknown> = (Ref<T, O> & Needs<T, Wanted>) | undefined;

/** A path whose two versions must both hold what an op can read. */
export type Both<T, O, Wanted, Other> =
  | (Ref<T, O> & Needs<T, Wanted> & (unknown extends O ? unknown : Needs<O, Other>))
  | undefined;

type Needs<T, Wanted> = [T] extends [Wanted] ? unknown : IfFree<T, unknown, Ref<Wanted>>;

/** A path with what lies below it: members by their names, and `each` for every item of a list. */
export type At<T, O = unknown> = Ref<NonNullable<T>, NonNullable<O>> &
  Below<NonNullable<T>, NonNullable<O>>;

declare const everyValue: unique symbol;

/** Tells the path of every value of a map from that of one. */
export interface EveryMark {
  readonly [everyValue]: true;
}

/** The path of every value of a map, with what lies below it. */
export type AtEvery<T, O = unknown> = At<T, O> & EveryMark;

/** The path of every value of a map, as an argument. */
export type Every<T, O = unknown> = (Ref<T, O> & EveryMark) | undefined;

type Below<T, O> = [T] extends [readonly (infer Item)[]]
  ? { readonly each: At<Item, ItemOf<O>> }
  : IfFree<
      T,
      Free,
      [T] extends [object]
        ? { readonly [K in keyof T as Exclude<K, "each">]-?: At<T[K], MemberOf<O, K>> }
        : unknown
    >;

/** JSON without a schema: any key may stand below it. */
interface Free extends Ref {
  readonly each: Free;
  readonly [key: string]: Free;
}

type IfFree<T, Yes, No> = [string | readonly never[]] extends [T] ? Yes : No;

/** What the items of a list are; unknown where it is none. */
export type ItemOf<T> = [T] extends [readonly (infer Item)[]] ? Item : unknown;

/** What the values of a map are; unknown where it is none. */
export type ValueOf<T> = [T] extends [{ readonly [key: string]: infer Value }] ? Value : unknown;

type MemberOf<T, K> = K extends keyof T ? T[K] : unknown;

/** The names of a map's members. */
export type MemberName<T> = IfFree<T, string, keyof T & string>;

/** A version with its type: what `customhouse generate` exports under the version's name. */
export interface Version<out T> {
  readonly version: string;
  readonly object?: T;
}

/** What a lens may name of an object: all but its apiVersion and kind. */
export type Body<T> = { readonly [K in keyof T as Exclude<K, "apiVersion" | "kind">]: T[K] };

/**
 * Refuses a second path whose type has nothing in common with the first's. Enum words, bounds and members are left to
 * the compiler of lenses, which knows the schemas.
 */
export type Fits<T, U> = [U] extends [Shape<T>]
  ? unknown
  : [T] extends [Shape<U>]
    ? unknown
    : Ref<Shape<T>>;

/** A type by its kind: text, number, boolean, map, or a list of these. */
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
