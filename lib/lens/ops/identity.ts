import type { ValueCodec } from "./codec.ts";

/** Any value as it is. */
export const identityCodec: ValueCodec = {
  forward: (value) => value,
  backward: (value) => value,
  exactForward: true,
  exactBackward: true,
};
