import { isDate, isDateTime } from "./date-time.ts";
import { isDuration } from "./duration.ts";
import { isCreditCard, isHostname, isIsbn10, isIsbn13, isMac } from "./identifier.ts";
import { isCidr, isIpv4, isIpv6 } from "./ip-address.ts";
import { isMailAddress } from "./mail-address.ts";
import { isRequestUri } from "./request-uri.ts";

/** True if the string has the format. */
type FormatCheck = (text: string) => boolean;

/**
 * The string formats of compatibility version 1.35, by their names without dashes.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/validation/formats.go;
 * https://github.com/kubernetes/kube-openapi/tree/43fb72c5454a/pkg/validation/strfmt, internal/third_party/govalidator.
 */
const checks: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ["bsonobjectid", patternFormat(/^[\da-f]{24}$/i)],
  ["uri", isRequestUri],
  ["email", isMailAddress],
  ["hostname", isHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["cidr", isCidr],
  ["mac", isMac],
  ["uuid", uuid("[\\da-f]", "[\\da-f]")],
  ["uuid3", uuid("3", "[\\da-f]")],
  ["uuid4", uuid("4", "[89ab]")],
  ["uuid5", uuid("5", "[89ab]")],
  ["isbn", (text) => isIsbn10(text) || isIsbn13(text)],
  ["isbn10", isIsbn10],
  ["isbn13", isIsbn13],
  ["creditcard", isCreditCard],
  ["ssn", patternFormat(/^\d{3}[- ]\d{2}[- ]\d{4}$/)],
  ["hexcolor", patternFormat(/^#?(?:[\da-f]{3}|[\da-f]{6})$/i)],
  ["rgbcolor", rgb()],
  ["byte", (text) => text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text)],
  ["password", () => true],
  ["date", isDate],
  ["duration", isDuration],
  ["datetime", isDateTime],
  ["k8sshortname", (text) => text.length <= 63 && /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/.test(text)],
  ["k8slongname", (text) => text.length <= 253 && longName.test(text)],
]);

const longName = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/;

function patternFormat(pattern: RegExp): FormatCheck {
  return (text) => pattern.test(text);
}

function uuid(version: string, variant: string): FormatCheck {
  const form = `^[\\da-f]{8}-?[\\da-f]{4}-?${version}[\\da-f]{3}-?${variant}[\\da-f]{3}-?[\\da-f]{12}$`;
  return patternFormat(new RegExp(form, "i"));
}

function rgb(): FormatCheck {
  const space = "[\\t\\n\\f\\r ]*";
  const value = `${space}(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])${space}`;
  return patternFormat(new RegExp(`^rgb\\(${value},${value},${value}\\)$`));
}

/**
 * True if the server checks this format for values of this type. `type` is empty for a schema without a type and for
 * int-or-string. The server ignores other formats and warns about them. Names are compared without dashes, and their
 * case matters.
 */
export function isSupportedFormat(format: string, type: string): boolean {
  switch (type) {
    case "":
    case "string":
      return checks.has(normalizedFormat(format));
    case "integer":
      return format === "int32" || format === "int64";
    case "number":
      return format === "float" || format === "double";
    default:
      return false;
  }
}

/** The check for a string format; undefined for an unknown format. */
export function formatCheck(format: string): FormatCheck | undefined {
  return checks.get(normalizedFormat(format));
}

function normalizedFormat(format: string): string {
  return format.replaceAll("-", "");
}
