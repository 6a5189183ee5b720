import type { JsonObject } from "../../json/value.ts";
import type { ObjectValidator, Validators } from "../../schema/validation/validators.ts";
import { allEngines } from "../engines/all-engines.ts";
import { objectValidator } from "./object-validator.ts";

/** A cache of validators by schema. */
const compiled = new WeakMap<JsonObject, ObjectValidator>();

/**
 * Compiles and caches validators with every engine loaded, for the CLI and the checks. The service uses
 * `lazy-validators.ts`, which loads engines when they are needed.
 */
export const objectValidators: Validators = {
  of: (schema) => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const fresh = objectValidator(schema, allEngines);
    compiled.set(schema, fresh);
    return fresh;
  },
};
