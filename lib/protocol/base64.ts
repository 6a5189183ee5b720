/**
 * Encodes a text's UTF-8 bytes in base64 (RFC 4648 section 4). `btoa` takes one character for each byte, so a text that is not
 * ASCII is encoded in UTF-8 first.
 */
export function base64(text: string): string {
  if (isAscii(text)) return btoa(text);
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunk) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
  }
  return btoa(binary);
}

/** Decodes base64 to text. Undefined if the input is not base64 or its bytes are not UTF-8. */
export function fromBase64(encoded: string): string | undefined {
  try {
    const binary = atob(encoded);
    if (isAscii(binary)) return binary;
    return utf8.decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** True for a text of ASCII only. */
function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text);
}

/** How many bytes are passed to one call as arguments: far fewer than a call stack can hold. */
const chunk = 8192;
const utf8 = new TextDecoder("utf-8", { fatal: true });
