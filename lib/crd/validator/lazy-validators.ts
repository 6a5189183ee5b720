import type { JsonObject } from "../../json/value.ts";
import type { ObjectValidator, Validators } from "../../schema/validation/validators.ts";

/**
 * Validators that are loaded when they are needed. Converters are synchronous, so `of` returns undefined for a
 * validator that is not loaded; the caller then calls {@link LazyValidators.load} and tries again.
 */
export class LazyValidators implements Validators {
  readonly #known = new WeakMap<JsonObject, ObjectValidator>();
  readonly #wanted = new Set<JsonObject>();

  of(schema: JsonObject): ObjectValidator | undefined {
    const known = this.#known.get(schema);
    if (known === undefined) this.#wanted.add(schema);
    return known;
  }

  /** False if `of` was called for a validator that is not loaded yet. */
  get isComplete(): boolean {
    return this.#wanted.size === 0;
  }

  /** Loads the validators that `of` did not find. */
  async load(): Promise<void> {
    const { loadObjectValidator } = await import("./object-validator.ts");
    for (const schema of [...this.#wanted]) {
      this.#known.set(schema, await loadObjectValidator(schema));
      this.#wanted.delete(schema);
    }
  }
}
