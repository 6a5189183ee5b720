import { quote } from "../../go/print.ts";
import { CelError, type CelValue, errorOr, noSuchOverload, Opaque } from "../value/value.ts";
import type { Implementation, Library } from "./declaration.ts";
import {
  blocksOverlap,
  type IpAddress,
  type IpPrefix,
  isMapped,
  networkAddress,
  parseIp,
  parsePrefix,
  printIp,
} from "./ip-text.ts";

/** An IP address (the type net.IP). */
class Ip extends Opaque {
  readonly typeName = "net.IP";
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    super();
    this.address = address;
  }

  equals(other: CelValue): boolean | CelError {
    if (!(other instanceof Ip)) return errorOr(other);
    return other.address.bits === this.address.bits && other.address.value === this.address.value;
  }

  override toString(): string {
    return printIp(this.address);
  }

  override costSize(): number {
    return this.address.bits / 8;
  }
}

/** A CIDR block (the type net.CIDR). */
class Cidr extends Opaque {
  readonly typeName = "net.CIDR";
  readonly prefix: IpPrefix;

  constructor(prefix: IpPrefix) {
    super();
    this.prefix = prefix;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof Cidr ? other.toString() === this.toString() : errorOr(other);
  }

  override toString(): string {
    return `${printIp(this.prefix.address)}/${this.prefix.length}`;
  }

  override costSize(): number {
    return Math.ceil(this.prefix.length / 8);
  }
}

function ipOf(text: CelValue): Ip | CelError {
  if (typeof text !== "string") return errorOr(text);
  const read = parseIp(text);
  if (!read.ok) {
    return new CelError(
      `IP Address ${quote(text)} parse error during conversion from string: ${read.error}`,
    );
  }
  if (read.value.zone !== "") {
    return new CelError(`IP address ${quote(text)} with zone value is not allowed`);
  }
  return isMapped(read.value) ? mappedError(text) : new Ip(read.value);
}

function mappedError(text: string): CelError {
  return new CelError(`IPv4-mapped IPv6 address ${quote(text)} is not allowed`);
}

function cidrOf(text: CelValue): Cidr | CelError {
  if (typeof text !== "string") return errorOr(text);
  const start = "network address parse error during conversion from string: ";
  const read = parsePrefix(text);
  if (!read.ok) return new CelError(start + start + read.error);
  return isMapped(read.value.address)
    ? new CelError(start + mappedError(text).message)
    : new Cidr(read.value);
}

function ofIp(test: (address: IpAddress) => CelValue): Implementation {
  return (ip = null) => (ip instanceof Ip ? test(ip.address) : errorOr(ip));
}

function ofCidr(read: (prefix: IpPrefix) => CelValue): Implementation {
  return (cidr = null) => (cidr instanceof Cidr ? read(cidr.prefix) : errorOr(cidr));
}

/** True if the address is in the CIDR block written as `text`. False if the block is invalid. */
function isIn({ bits, value }: IpAddress, text: string): boolean {
  const block = parsePrefix(text);
  if (!block.ok || block.value.address.bits !== bits) return false;
  const host = BigInt(bits - block.value.length);
  return value >> host === block.value.address.value >> host;
}

function isInOneOf(address: IpAddress, blocks: readonly string[]): boolean {
  return blocks.some((block) => isIn(address, block));
}

const unspecified = ["0.0.0.0/32", "::/128"];
const loopback = ["127.0.0.0/8", "::1/128"];
const linkLocalUnicast = ["169.254.0.0/16", "fe80::/10"];

function isLinkLocalMulticast({ bits, value }: IpAddress): boolean {
  return bits === 32 ? value >> 8n === 0xe00000n : ((value >> 112n) & 0xff0fn) === 0xff02n;
}

function isGlobalUnicast(address: IpAddress): boolean {
  const others = [
    ...unspecified,
    ...loopback,
    ...linkLocalUnicast,
    "255.255.255.255/32",
    "224.0.0.0/4",
    "ff00::/8",
  ];
  return !isInOneOf(address, others);
}

function containsIp(cidr: CelValue, ip: CelValue): CelValue {
  if (!(cidr instanceof Cidr)) return errorOr(ip);
  if (!(ip instanceof Ip)) return errorOr(cidr);
  const { address, length } = cidr.prefix;
  if (address.bits !== ip.address.bits) return false;
  return networkAddress(address, length).value === networkAddress(ip.address, length).value;
}

function containsCidr(cidr: CelValue, other: CelValue): CelValue {
  if (!(cidr instanceof Cidr)) return errorOr(cidr);
  if (!(other instanceof Cidr)) return errorOr(other);
  return blocksOverlap(cidr.prefix, other.prefix) && cidr.prefix.length <= other.prefix.length;
}

function isText(value: CelValue, parse: (text: string) => CelValue): CelValue {
  return typeof value === "string" ? !(parse(value) instanceof CelError) : noSuchOverload;
}

/**
 * Functions for IP addresses and CIDR blocks.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/ip.go, cidr.go.
 */
export const addressLibrary: Library = {
  declarations: `
ip string_to_ip (string) IP
family - IP.() int
ip.isCanonical - (string) bool
isUnspecified - IP.() bool
isLoopback - IP.() bool
isLinkLocalMulticast - IP.() bool
isLinkLocalUnicast - IP.() bool
isGlobalUnicast - IP.() bool
isIP - (string) bool
string ip_to_string (IP) string
cidr - (string) CIDR
containsIP cidr_contains_ip_string CIDR.(string) bool
containsIP cidr_contains_ip_ip CIDR.(IP) bool
containsCIDR cidr_contains_cidr_string CIDR.(string) bool
containsCIDR cidr_contains_cidr CIDR.(CIDR) bool
ip cidr_ip CIDR.() IP
prefixLength - CIDR.() int
masked - CIDR.() CIDR
isCIDR - (string) bool
string cidr_to_string (CIDR) string`,
  implementations: {
    string_to_ip: (text = null) => ipOf(text),
    ip_to_string: ofIp(printIp),
    cidr_contains_ip_string: (cidr = null, text = null) => containsIp(cidr, ipOf(text)),
    cidr_contains_ip_ip: (cidr = null, ip = null) => containsIp(cidr, ip),
    cidr_contains_cidr_string: (cidr = null, text = null) => containsCidr(cidr, cidrOf(text)),
    cidr_contains_cidr: (cidr = null, other = null) => containsCidr(cidr, other),
    cidr_ip: ofCidr(({ address }) => new Ip(address)),
    cidr_to_string: (cidr = null) => (cidr instanceof Cidr ? cidr.toString() : errorOr(cidr)),
  },
  byFunction: {
    family: ofIp(({ bits }) => (bits === 32 ? 4 : 6)),
    "ip.isCanonical": (text = null) => {
      const ip = ipOf(text);
      return ip instanceof CelError ? ip : ip.toString() === text;
    },
    isUnspecified: ofIp((address) => isInOneOf(address, unspecified)),
    isLoopback: ofIp((address) => isInOneOf(address, loopback)),
    isLinkLocalMulticast: ofIp(isLinkLocalMulticast),
    isLinkLocalUnicast: ofIp((address) => isInOneOf(address, linkLocalUnicast)),
    isGlobalUnicast: ofIp(isGlobalUnicast),
    isIP: (text = null) => isText(text, ipOf),
    cidr: (text = null) => cidrOf(text),
    prefixLength: ofCidr(({ length }) => length),
    masked: ofCidr(
      ({ address, length }) => new Cidr({ address: networkAddress(address, length), length }),
    ),
    isCIDR: (text = null) => isText(text, cidrOf),
  },
};
