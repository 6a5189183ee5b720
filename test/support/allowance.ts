import { Allowance, type AllowanceOptions } from "../../lib/converter/allowance.ts";
import { preparedValidators } from "../../lib/crd/validator/object-validator.ts";

/** What one conversion may use in a test: everything that a service gives it, and no deadline. */
export function allowance(options: Partial<AllowanceOptions> = {}): Allowance {
  return new Allowance({ validators: preparedValidators, ...options });
}
