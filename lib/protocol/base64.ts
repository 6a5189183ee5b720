/** Base64 (RFC 4648 section 4) of a text's UTF-8 bytes, without Node's Buffer: the pure rooms run anywhere. */
export function base64(text: string): string {
  if (isAscii(text)) return btoa(text);
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunk) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
  }
  return btoa(binary);
}

/** The text of base64 as {@link base64} makes it; undefined where it is no base64 or no UTF-8. */
export function fromBase64(encoded: string): string | undefined {
  try {
    const binary = atob(encoded);
    if (isAscii(binary)) return binary;
    return utf8.decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** True for a text whose characters are its bytes in UTF-8. */
function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every ASCII character counts
  return !/[^\u0000-\u007f]/.test(text);
}

/** Arguments of one call: far below what any stack holds. */
const chunk = 8192;
const utf8 = new TextDecoder("utf-8", { fatal: true });
