import type { JsonObject } from "../../json/value.ts";
import type { ObjectValidator, Validators } from "../../schema/validation/validators.ts";

/**
 * Validators that are loaded on demand: converters are synchronous, and most reviews need no validator. A caller that gets
 * undefined retries after {@link LazyValidators.load}.
 */
export class LazyValidators implements Validators {
  readonly #known = new WeakMap<JsonObject, ObjectValidator>();
  readonly #wanted = new Set<JsonObject>();

  of(schema: JsonObject): ObjectValidator | undefined {
    const known = this.#known.get(schema);
    if (known === undefined) this.#wanted.add(schema);
    return known;
  }

  /** False if a requested validator is not loaded yet. */
  get isComplete(): boolean {
    return this.#wanted.size === 0;
  }

  /** Loads the requested validators. Throws what loading throws. */
  async load(): Promise<void> {
    const { loadObjectValidator } = await import("./object-validator.ts");
    for (const schema of [...this.#wanted]) {
      this.#known.set(schema, await loadObjectValidator(schema));
      this.#wanted.delete(schema);
    }
  }
}
