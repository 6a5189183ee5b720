import type { JsonObject } from "../../json/value.ts";
import type { ObjectValidator, Validators } from "../../schema/validation/validators.ts";

/**
 * Validators that are loaded when they are first asked for. Who asks is told that there is none yet, and asks again once
 * {@link LazyValidators.load} is done: converters do not wait, and most reviews need no validator at all.
 */
export class LazyValidators implements Validators {
  readonly #known = new WeakMap<JsonObject, ObjectValidator>();
  readonly #wanted = new Set<JsonObject>();

  of(schema: JsonObject): ObjectValidator | undefined {
    const known = this.#known.get(schema);
    if (known === undefined) this.#wanted.add(schema);
    return known;
  }

  /** False once a validator was asked for that is not loaded. */
  get isComplete(): boolean {
    return this.#wanted.size === 0;
  }

  /** Loads what was asked for. Throws what loading throws. */
  async load(): Promise<void> {
    const { loadObjectValidator } = await import("./object-validator.ts");
    for (const schema of [...this.#wanted]) {
      this.#known.set(schema, await loadObjectValidator(schema));
      this.#wanted.delete(schema);
    }
  }
}
