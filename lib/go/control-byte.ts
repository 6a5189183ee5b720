/**
 * True for a text with a byte that Go does not allow in a URL: one below 0x20, or 0x7f.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/url/url.go stringContainsCTLByte.
 */
export function hasControlByte(text: string): boolean {
  return /(?![\u0080-\u009f])\p{Cc}/u.test(text);
}
