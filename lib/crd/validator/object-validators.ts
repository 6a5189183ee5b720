import type { JsonObject } from "../../json/value.ts";
import type { ObjectValidator, Validators } from "../../schema/validation/validators.ts";
import { allEngines } from "../engines/all-engines.ts";
import { objectValidator } from "./object-validator.ts";

/** A cache of validators by schema. */
const compiled = new WeakMap<JsonObject, ObjectValidator>();

/** The validators of all schemas, for programs that load every engine. Functions use `lazy-validators.ts` instead. */
export const objectValidators: Validators = {
  of: (schema) => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const fresh = objectValidator(schema, allEngines);
    compiled.set(schema, fresh);
    return fresh;
  },
};
