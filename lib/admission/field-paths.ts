/** The type at `Rest`, the rest of a path below `T`. Unless it is empty, it begins with a step: `.spec` or `[0]`. */
type FieldBelow<T, Rest extends string> = Rest extends "" ? T : FieldAtStep<NonNullable<T>, Rest>;

type FieldAtStep<T, Rest extends string> = unknown extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? Rest extends `[${infer Index}]${infer More}`
      ? Index extends `${number}`
        ? FieldBelow<Item, More>
        : never
      : never
    : T extends object
      ? string extends keyof T
        ? MapStep<T[keyof T], Rest>
        : MemberStep<T, Rest>
      : never;

/** The type below a key of a map with arbitrary keys. If the map's values may be any JSON, every path is valid. */
type MapStep<Value, Rest extends string> = [string | number | boolean | null] extends [Value]
  ? Value
  : unknown extends Value
    ? unknown
    : Rest extends `[${string}]${infer More}`
      ? FieldBelow<Value, More>
      : never;

type MemberStep<T, Rest extends string> = {
  [K in keyof T & string]-?: Rest extends `.${K}`
    ? T[K]
    : Rest extends `.${K}.${infer More}`
      ? FieldBelow<T[K], `.${More}`>
      : Rest extends `.${K}[${infer More}`
        ? FieldBelow<T[K], `[${More}`>
        : never;
}[keyof T & string];

/**
 * The type of the value at a path of `T`, in the notation of field errors: `spec.list[0].name`, `metadata.labels[app]`.
 * `never` for any other text.
 */
export type ValueAt<T, Path extends string> = FieldBelow<T, `.${Path}`>;

/**
 * Checks a path argument: `Path` itself if it is empty (the whole object) or a path of `T`. Otherwise the union of
 * valid paths, which the compiler then names in its error.
 */
export type PathOf<T, Path extends string> = Path extends ""
  ? Path
  : [ValueAt<T, Path>] extends [never]
    ? MemberPath<T>
    : Path;

/** The paths of members of `T`, without indexes: `spec.list`. Only the first four steps are checked. */
export type MemberPath<T> = unknown extends T ? string : MemberPathBelow<T, "", [0, 0, 0, 0]>;

type MemberPathBelow<
  T,
  Prefix extends string,
  Depth extends readonly 0[],
> = Depth extends readonly [0, ...infer Less extends readonly 0[]]
  ? NonNullable<T> extends infer Map
    ? Map extends readonly unknown[]
      ? never
      : Map extends object
        ? {
            [K in keyof Map & string]-?:
              | `${Prefix}${K}`
              | MemberPathBelow<Map[K], `${Prefix}${K}.`, Less>;
          }[keyof Map & string]
        : never
    : never
  : NonNullable<T> extends readonly unknown[]
    ? never
    : NonNullable<T> extends object
      ? `${Prefix}${string}`
      : never;
