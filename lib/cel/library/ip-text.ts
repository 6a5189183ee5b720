import { quote } from "../../go/print.ts";
import { err, ok, type Result } from "../../json/result.ts";

/** An IPv4 or IPv6 address, as a number of 32 or 128 bits. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
  /** The zone of an IPv6 address, which follows the percent sign; empty if it has none. */
  readonly zone: string;
}

function fault(text: string, message: string, at = ""): Result<never, string> {
  const place = at === "" ? "" : ` (at ${quote(at)})`;
  return err(`ParseAddr(${quote(text)}): ${message}${place}`);
}

/**
 * Parses an IP address. The error is Go's message.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/netip/netip.go ParseAddr.
 */
export function parseIp(text: string): Result<IpAddress, string> {
  const first = /[.:%]/.exec(text)?.[0];
  if (first === undefined) return fault(text, "unable to parse IP");
  if (first === "%") return fault(text, "missing IPv6 address");
  if (first === ":") return parseIp6(text);
  const read = parseIp4(text, text);
  return read.ok ? ok({ bits: 32, value: read.value, zone: "" }) : read;
}

function parseIp4(text: string, part: string): Result<bigint, string> {
  let value = 0n;
  let octet = "";
  let count = 0;
  for (const [index, char] of Array.from(part).entries()) {
    if (/\d/.test(char)) {
      if (octet === "0") return fault(text, "IPv4 field has octet with leading zero");
      octet += char;
      if (Number(octet) > 255) return fault(text, "IPv4 field has value >255");
    } else if (char === ".") {
      const isEmpty = octet === "" || index === part.length - 1;
      if (isEmpty) return fault(text, "IPv4 field must have at least one digit", part.slice(index));
      if (count === 3) return fault(text, "IPv4 address too long");
      value = value * 256n + BigInt(octet);
      octet = "";
      count++;
    } else return fault(text, "unexpected character", part.slice(index));
  }
  if (count < 3) return fault(text, "IPv4 address too short");
  return ok(value * 256n + BigInt(octet === "" ? 0 : octet));
}

/**
 * The bytes of an IPv6 address that were read so far, and the index in them at which the double colon is; -1 if there
 * is none.
 */
interface AddressBytes {
  readonly bytes: number[];
  gap: number;
}

function parseIp6(text: string): Result<IpAddress, string> {
  const percent = text.indexOf("%");
  const zone = percent < 0 ? "" : text.slice(percent + 1);
  if (percent >= 0 && zone === "") return fault(text, "zone must be a non-empty string");
  const part = percent < 0 ? text : text.slice(0, percent);
  const groups: AddressBytes = { bytes: [], gap: part.startsWith("::") ? 0 : -1 };
  const rest = readGroups(text, groups.gap === 0 ? part.slice(2) : part, groups, part);
  if (!rest.ok) return rest;
  if (rest.value !== "") return fault(text, "trailing garbage after address", rest.value);
  const { bytes, gap } = groups;
  if (bytes.length < 16) {
    if (gap < 0) return fault(text, "address string too short");
    bytes.splice(gap, 0, ...new Array<number>(16 - bytes.length).fill(0));
  } else if (gap >= 0) {
    return fault(text, "the :: must expand to at least one field of zeros");
  }
  const value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return ok({ bits: 128, value, zone });
}

/** Reads groups of digits until the text ends or the address is complete. Returns the rest of the text. */
function readGroups(
  text: string,
  start: string,
  groups: AddressBytes,
  whole: string,
): Result<string, string> {
  let rest = start;
  if (rest === "" && whole === "::") return ok("");
  while (groups.bytes.length < 16) {
    const digits = rest.slice(0, rest.search(/[^\da-fA-F]|$/));
    if (digits.length > 4) return fault(text, "each group must have 4 or less digits", rest);
    if (digits === "") {
      return fault(text, "each colon-separated field must have at least one digit", rest);
    }
    if (rest[digits.length] === ".") return readEmbedded(text, rest, groups);
    const value = Number.parseInt(digits, 16);
    groups.bytes.push(value >> 8, value & 0xff);
    rest = rest.slice(digits.length);
    if (rest === "") break;
    if (!rest.startsWith(":")) return fault(text, "unexpected character, want colon", rest);
    if (rest === ":") return fault(text, "colon must be followed by more characters", rest);
    rest = rest.slice(1);
    if (!rest.startsWith(":")) continue;
    if (groups.gap >= 0) return fault(text, "multiple :: in address", rest);
    groups.gap = groups.bytes.length;
    rest = rest.slice(1);
    if (rest === "") break;
  }
  return ok(rest);
}

function readEmbedded(text: string, rest: string, groups: AddressBytes): Result<string, string> {
  const { bytes, gap } = groups;
  if (gap < 0 && bytes.length !== 12) {
    return fault(
      text,
      "embedded IPv4 address must replace the final 2 fields of the address",
      rest,
    );
  }
  if (bytes.length > 12) {
    return fault(
      text,
      "too many hex fields to fit an embedded IPv4 at the end of the address",
      rest,
    );
  }
  const read = parseIp4(text, rest);
  if (!read.ok) return read;
  for (const shift of [24n, 16n, 8n, 0n]) bytes.push(Number((read.value >> shift) & 0xffn));
  return ok("");
}

/** Prints an address in its canonical form. */
export function printIp({ bits, value }: IpAddress): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".");
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  );
  const text = groups.join(":");
  // The longest sequence of two or more zero groups becomes `::`; if several are equally long, the first.
  const runs = text.match(/\b0(?::0)+\b/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  if (longest === "") return text;
  const shortened = text.replace(new RegExp(`(^|:)${longest}(:|$)`), "::");
  return shortened;
}

/** True for an IPv4-mapped IPv6 address, such as `::ffff:1.2.3.4`. */
export function isMapped({ bits, value }: IpAddress): boolean {
  return bits === 128 && value >> 32n === 0xffffn;
}

/** A CIDR block: one of its addresses, and the number of bits that all its addresses share. */
export interface IpPrefix {
  readonly address: IpAddress;
  readonly length: number;
}

/**
 * Parses a CIDR block. The error is Go's message.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/netip/netip.go ParsePrefix.
 */
export function parsePrefix(text: string): Result<IpPrefix, string> {
  const invalidIp = (message: string): Result<never, string> =>
    err(`netip.ParsePrefix(${quote(text)}): ${message}`);
  const slash = text.lastIndexOf("/");
  if (slash < 0) return invalidIp("no '/'");
  const address = parseIp(text.slice(0, slash));
  if (!address.ok) return invalidIp(address.error);
  if (address.value.zone !== "") return invalidIp("IPv6 zones cannot be present in a prefix");
  const size = text.slice(slash + 1);
  if (!/^(?:\d|[1-9]\d{1,17})$/.test(size))
    return invalidIp(`bad bits after slash: ${quote(size)}`);
  if (Number(size) > address.value.bits) return invalidIp("prefix length out of range");
  return ok({ address: address.value, length: Number(size) });
}

/** An address with all bits after the prefix set to zero. */
export function networkAddress({ bits, value, zone }: IpAddress, length: number): IpAddress {
  const host = BigInt(bits - length);
  return { bits, value: (value >> host) << host, zone };
}

/** True if two blocks have an address in common. */
export function blocksOverlap(a: IpPrefix, b: IpPrefix): boolean {
  if (a.address.bits !== b.address.bits) return false;
  const length = Math.min(a.length, b.length);
  return networkAddress(a.address, length).value === networkAddress(b.address, length).value;
}
