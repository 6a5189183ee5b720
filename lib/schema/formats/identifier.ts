import { byteLength } from "../../json/size.ts";

/**
 * True for a MAC address of 6, 8 or 20 bytes.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/mac.go, ParseMAC.
 */
export function isMac(text: string): boolean {
  const bytes =
    /^[\da-f]{2}(?:([:-])[\da-f]{2}(?:\1[\da-f]{2})*)$/i.test(text) ||
    /^[\da-f]{4}(?:\.[\da-f]{4})+$/i.test(text) ||
    /^[\da-f]{12,40}$/i.test(text)
      ? text.replace(/[^\da-f]/gi, "").length / 2
      : 0;
  return bytes === 6 || bytes === 8 || bytes === 20;
}

/** True for a valid ISBN of 10 digits. White space and dashes are ignored. */
export function isIsbn10(text: string): boolean {
  const digits = withoutSpace(text);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const values = Array.from(digits, (digit) => (digit === "X" ? 10 : Number(digit)));
  return values.reduce((sum, value, index) => sum + value * (index + 1), 0) % 11 === 0;
}

/** True for a valid ISBN of 13 digits. White space and dashes are ignored. */
export function isIsbn13(text: string): boolean {
  const digits = withoutSpace(text);
  if (!/^\d{13}$/.test(digits)) return false;
  const values = Array.from(digits, Number);
  return (
    values.reduce((sum, value, index) => sum + value * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
  );
}

function withoutSpace(text: string): string {
  return text.replace(/[\t\n\f\r -]+/g, "");
}

const cardNumber =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/**
 * True for a credit card number in the form of a known issuer, with a valid check digit. Characters other than digits
 * are ignored.
 */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/\D+/g, "");
  if (!cardNumber.test(digits)) return false;
  const values = Array.from(digits, Number).reverse();
  return values.reduce((sum, value, index) => sum + luhn(value, index), 0) % 10 === 0;
}

/** The value of a digit in the Luhn algorithm. `index` counts from the right; digits with an odd index are doubled. */
function luhn(digit: number, index: number): number {
  if (index % 2 === 0) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}

const hostname =
  /^(?:[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?|(?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\p{S}\p{L}-]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63})$/u;

/**
 * True for a host name as the server checks it: one label, in which only the second character may be a dash (`a-b` and
 * `a-`, but not `my-host`), or several labels, of which the last has two or more letters. Letters and symbols of every
 * script are allowed. The host name may have 255 bytes of UTF-8, each label 63.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/strfmt/default.go, IsHostname.
 */
export function isHostname(text: string): boolean {
  if (byteLength(text) > 255 || !hostname.test(text)) return false;
  return text.split(".").every((label) => byteLength(label) <= 63);
}
