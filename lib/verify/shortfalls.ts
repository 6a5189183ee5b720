/**
 * What could not be generated: by path of the schema, how often no valid value was found there. The whole body stands
 * under the empty path.
 */
export class Shortfalls {
  readonly #counts = new Map<string, number>();

  /** Counts one more at a path. */
  note(path: string): void {
    this.#counts.set(path, (this.#counts.get(path) ?? 0) + 1);
  }

  /** Paths in the order in which they were first met. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
