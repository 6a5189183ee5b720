/**
 * A path to a value, as the Go slice that cel-go keeps it in. Paths that were made from the same path may share an array:
 * the last step that was added to a path then replaces the steps that were added to it before, also in paths made
 * earlier. Estimates depend on this: in `self.a.all(x, x.b.all(y, y == x.c))`, the limit of `x.c` is taken for that of
 * `x.b`, because the array of the path of `x` has capacity for one more step.
 * Source: https://github.com/google/cel-go/blob/b02364524316/checker/cost.go addPath.
 */
export class SharedPath {
  static readonly none = new SharedPath([], 0, 0);
  readonly length: number;
  readonly #array: string[];
  readonly #capacity: number;

  private constructor(array: string[], length: number, capacity: number) {
    this.#array = array;
    this.length = length;
    this.#capacity = capacity;
  }

  /** The steps, as they are now. */
  get steps(): readonly string[] {
    return this.#array.slice(0, this.length);
  }

  /** The same path in an array of its own. */
  copy(): SharedPath {
    return new SharedPath([...this.steps], this.length, this.length);
  }

  /** The path with one more step. A full array is copied to one of twice the capacity, as by Go. */
  with(step: string): SharedPath {
    const { length } = this;
    const isFull = length === this.#capacity;
    const array = isFull ? [...this.steps] : this.#array;
    array[length] = step;
    return new SharedPath(array, length + 1, isFull ? Math.max(1, 2 * length) : this.#capacity);
  }
}
