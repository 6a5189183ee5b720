import { type One, type OneCodec, unreadable } from "../codec.ts";

/** True as false and false as true; nothing else can be read. Its own inverse. */
export function notCodec(): OneCodec {
  return { forward: negated, backward: negated, exactForward: true, exactBackward: true };
}

const negated: One = (value) => (typeof value === "boolean" ? !value : unreadable);
