/** Decodes UTF-8: invalid bytes become U+FFFD, a byte order mark stays. */
export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
