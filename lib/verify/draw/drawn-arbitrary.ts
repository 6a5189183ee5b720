import fc from "fast-check";

/** How values are made and made smaller. */
export interface Drawing<T> {
  readonly make: (source: fc.Random) => T;
  /** Smaller values of the same sort, the smallest first. */
  readonly smaller: (value: T) => Iterable<T>;
}

/**
 * Values that are drawn from a schema in one go, and shrink by what they are: parts taken away while the value stays of
 * its sort. Composed arbitraries would need one object for each node and value.
 */
export class DrawnArbitrary<T> extends fc.Arbitrary<T> {
  readonly #drawing: Drawing<T>;

  constructor(drawing: Drawing<T>) {
    super();
    this.#drawing = drawing;
  }

  override generate(random: fc.Random): fc.Value<T> {
    return new fc.Value(this.#drawing.make(random), undefined);
  }

  /** Examples from outside are taken as they are. */
  override canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }

  override shrink(value: T): fc.Stream<fc.Value<T>> {
    return fc.stream(valuesOf(this.#drawing.smaller(value)));
  }
}

function* valuesOf<T>(values: Iterable<T>): IterableIterator<fc.Value<T>> {
  for (const value of values) yield new fc.Value(value, undefined);
}
