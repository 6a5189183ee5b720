/** How often no valid value was found, by path of the schema. The empty path stands for the whole body. */
export class Ungenerated {
  readonly #counts = new Map<string, number>();

  /** Counts one more at a path. */
  add(path: string): void {
    this.#counts.set(path, (this.#counts.get(path) ?? 0) + 1);
  }

  /** By path, in the order of their first failure. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
