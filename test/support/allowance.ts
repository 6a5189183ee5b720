import { Allowance, type AllowanceOptions } from "../../lib/converter/allowance.ts";
import { objectValidators } from "../../lib/crd/validator/object-validators.ts";

/** What one conversion may use in a test: everything that a service gives it, and no deadline. */
export function allowance(options: Partial<AllowanceOptions> = {}): Allowance {
  return new Allowance({ validators: objectValidators, ...options });
}
