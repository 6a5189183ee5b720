import type { ValueCodec } from "./codec.ts";

/** The codec that returns every value unchanged. */
export const identityCodec: ValueCodec = {
  forward: (value) => value,
  backward: (value) => value,
  exactForward: true,
  exactBackward: true,
};
