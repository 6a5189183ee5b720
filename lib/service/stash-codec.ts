import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { StashCodec } from "../converter/stash/packed.ts";

/**
 * Compresses packed preserved values with DEFLATE, as base64. For `defineKind({ …, tools: { codec: stashCodec } })`.
 */
export const stashCodec: StashCodec = {
  deflate: (text) => deflateRawSync(text).toString("base64"),
  inflate: (text, maxBytes) => {
    try {
      return inflateRawSync(Buffer.from(text, "base64"), { maxOutputLength: maxBytes }).toString();
    } catch {
      return undefined;
    }
  },
};
