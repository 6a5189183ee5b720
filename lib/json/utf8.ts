/** Decodes UTF-8. Invalid bytes become U+FFFD; a byte order mark is kept. */
export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
