/** The text of bytes in UTF-8; what is none becomes U+FFFD, and a byte order mark stays. */
export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
