import type { JsonObject } from "../../json/value.ts";

/** The first fault that ajv's code found. `instancePath` is a JSON Pointer below the request. */
interface EnvelopeError {
  readonly instancePath: string;
  readonly message?: string;
}

/** ajv's code for the request of one kind of review. */
export interface EnvelopeValidator {
  (request: JsonObject): boolean;
  readonly errors?: readonly EnvelopeError[] | null;
}

/** What is wrong with a review's request, as `request.objects[0] must be object`; undefined where nothing is. */
export function envelopeFault(
  validate: EnvelopeValidator,
  request: JsonObject,
): string | undefined {
  if (validate(request)) return undefined;
  const error = validate.errors?.[0];
  return `request${pathText(error?.instancePath ?? "")} ${error?.message ?? "is malformed"}`;
}

function pathText(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join("");
}
