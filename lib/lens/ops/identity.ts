import type { OneCodec } from "./codec.ts";

/** Any value as it is. */
export const identityCodec: OneCodec = {
  forward: (value) => value,
  backward: (value) => value,
  exactForward: true,
  exactBackward: true,
};
