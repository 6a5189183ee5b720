import fc from "fast-check";
import type { SampleChange } from "../object-change.ts";

/** How values are generated and shrunk. */
interface DrawOptions<T> {
  readonly make: (source: fc.Random) => T;
  /** Smaller values that are valid too, the smallest first. */
  readonly smaller: (value: T) => Iterable<T>;
  /** Values that are tried before any drawn one; none where it is left out. */
  readonly first?: () => readonly T[];
  /** Changes the objects in a value; left out where a value is not shown to users. */
  readonly change?: SampleChange<T>;
}

/**
 * Values that are drawn from a schema as a whole, and shrink by their content: parts are removed while the value stays
 * valid. Composed arbitraries would need one object for each node and value.
 */
export class DrawnArbitrary<T> extends fc.Arbitrary<T> {
  readonly #drawing: DrawOptions<T>;

  constructor(drawing: DrawOptions<T>) {
    super();
    this.#drawing = drawing;
  }

  /** Values that are tried before any drawn one. */
  get first(): readonly T[] {
    return this.#drawing.first?.() ?? [];
  }

  /** Changes the objects in a value; undefined where that is not known. */
  get change(): SampleChange<T> | undefined {
    return this.#drawing.change;
  }

  override generate(random: fc.Random): fc.Value<T> {
    return new fc.Value(this.#drawing.make(random), undefined);
  }

  /** Values shrink by their content alone. */
  override canShrinkWithoutContext(_value: unknown): _value is T {
    return true;
  }

  /** Smaller values that are valid too, the smallest first. */
  smaller(value: T): Iterable<T> {
    return this.#drawing.smaller(value);
  }

  override shrink(value: T): fc.Stream<fc.Value<T>> {
    return fc.stream(valuesOf(this.smaller(value)));
  }
}

function* valuesOf<T>(values: Iterable<T>): IterableIterator<fc.Value<T>> {
  for (const value of values) yield new fc.Value(value, undefined);
}
