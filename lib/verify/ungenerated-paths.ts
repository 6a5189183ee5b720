/** Counts by schema path how often no valid value was found. The empty path means the whole body. */
export class UngeneratedPaths {
  readonly #counts = new Map<string, number>();

  /** Adds one to the count of a path. */
  add(path: string): void {
    this.#counts.set(path, (this.#counts.get(path) ?? 0) + 1);
  }

  /** The counts by path, in the order in which the paths were first added. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
