import { known } from "../../json/invariant.ts";
import type { JsonObject } from "../../json/value.ts";

/** A fault that ajv's code found. `instancePath` is a JSON Pointer relative to the request. */
interface EnvelopeError {
  readonly instancePath: string;
  readonly message?: string;
}

/** The code that ajv generated for the request of one kind of review. */
interface EnvelopeValidator {
  (request: JsonObject): boolean;
  readonly errors?: readonly EnvelopeError[] | null;
}

/** Why a review's request is malformed, such as `request.objects[0] must be object`; undefined if it is well formed. */
export function envelopeFault(
  validate: EnvelopeValidator,
  request: JsonObject,
): string | undefined {
  if (validate(request)) return undefined;
  const error = known(validate.errors?.[0], "a validator that refuses a request reports an error");
  return `request${pathText(error.instancePath)} ${error.message ?? "is malformed"}`;
}

function pathText(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join("");
}
