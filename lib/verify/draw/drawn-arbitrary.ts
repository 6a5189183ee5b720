import fc from "fast-check";
import type { SampleChange } from "../object-change.ts";

/** How values are generated and shrunk. */
interface DrawOptions<T> {
  readonly make: (source: fc.Random) => T;
  /** Valid values that are smaller than `value`, the smallest first. */
  readonly smaller: (value: T) => Iterable<T>;
  /** Values to try before any drawn one. Default: none. */
  readonly first?: () => readonly T[];
  /** Changes the objects in a value; left out if users never see the values. */
  readonly change?: SampleChange<T>;
}

/**
 * An arbitrary whose values are drawn and shrunk as a whole, by functions. Arbitraries composed for each schema node would
 * create one object for each node and value.
 */
export class DrawnArbitrary<T> extends fc.Arbitrary<T> {
  readonly #drawing: DrawOptions<T>;

  constructor(drawing: DrawOptions<T>) {
    super();
    this.#drawing = drawing;
  }

  /** The values to try before any drawn one. */
  get first(): readonly T[] {
    return this.#drawing.first?.() ?? [];
  }

  /** Changes the objects in a value; undefined if {@link DrawOptions.change} was left out. */
  get change(): SampleChange<T> | undefined {
    return this.#drawing.change;
  }

  override generate(random: fc.Random): fc.Value<T> {
    return new fc.Value(this.#drawing.make(random), undefined);
  }

  /** True: shrinking needs only the value. */
  override canShrinkWithoutContext(_value: unknown): _value is T {
    return true;
  }

  /** Valid values that are smaller than `value`, the smallest first. */
  smaller(value: T): Iterable<T> {
    return this.#drawing.smaller(value);
  }

  override shrink(value: T): fc.Stream<fc.Value<T>> {
    return fc.stream(arbitraryValues(this.smaller(value)));
  }
}

function* arbitraryValues<T>(values: Iterable<T>): IterableIterator<fc.Value<T>> {
  for (const value of values) yield new fc.Value(value, undefined);
}
