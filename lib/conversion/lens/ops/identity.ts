import type { JsonValue } from "../../../json/value.ts";
import type { OneCodec } from "../codec.ts";

/** A value as it is. */
export function identity(value: JsonValue): JsonValue {
  return value;
}

/** Any value as it is. */
export const identityCodec: OneCodec = {
  forward: identity,
  backward: identity,
  exactForward: true,
  exactBackward: true,
};
