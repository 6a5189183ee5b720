import { memoizedByObject } from "../../json/memoized-by-object.ts";
import type { Validators } from "../../schema/validation/validators.ts";
import { allEngines } from "../engines/all-engines.ts";
import { objectValidator } from "./object-validator.ts";

/**
 * Compiles and caches validators with every engine loaded, for the CLI and the checks. The service uses
 * `lazy-validators.ts`, which loads engines when they are needed.
 */
export const objectValidators: Validators = {
  of: memoizedByObject((schema) => objectValidator(schema, allEngines)),
};
