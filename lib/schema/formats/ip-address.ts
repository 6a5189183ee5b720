/**
 * The syntax of the numbers in an address. The `sloppy` syntax allows leading zeros, as Kubernetes does for
 * compatibility.
 */
interface AddressSyntax {
  readonly octet: RegExp;
  readonly group: RegExp;
}

const strict: AddressSyntax = {
  octet: /^(?:0|[1-9]\d{0,2})$/,
  group: /^[\da-f]{1,4}$/i,
};
const sloppy: AddressSyntax = {
  octet: /^0*\d{1,3}$/,
  group: /^0*[\da-f]{1,4}$/i,
};

/**
 * True for an IPv4 address, and for an IPv6 address that ends in an IPv4 address (`::ffff:1.2.3.4`). Leading zeros are
 * allowed.
 * Source: https://github.com/kubernetes/utils/blob/b8788abfbbc2/net/parse.go, ParseIPSloppy.
 */
export function isIpv4(text: string): boolean {
  if (!text.includes(".")) return false;
  return startsAsIpv6(text) ? isIpv6Of(text, sloppy) : isIpv4Of(text, sloppy);
}

/**
 * True for an IPv6 address without a zone.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/netip/netip.go, ParseAddr.
 */
export function isIpv6(text: string): boolean {
  return startsAsIpv6(text) && isIpv6Of(text, strict);
}

/**
 * True for an IPv4 or IPv6 address without a zone. Leading zeros are not allowed in IPv4.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/ip.go, ParseIP.
 */
export function isIp(text: string): boolean {
  return startsAsIpv6(text) ? isIpv6Of(text, strict) : isIpv4Of(text, strict);
}

/**
 * True for an address block such as `10.0.0.0/8`. Host bits and leading zeros are allowed.
 * Source: https://github.com/kubernetes/utils/blob/b8788abfbbc2/net/parse.go, ParseCIDRSloppy.
 */
export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash === -1) return false;
  const [address, size] = [text.slice(0, slash), text.slice(slash + 1)];
  if (!/^0*\d{1,3}$/.test(size)) return false;
  if (isIpv4Of(address, sloppy)) return Number(size) <= 32;
  return isIpv6Of(address, sloppy) && Number(size) <= 128;
}

/** True if a colon comes before any dot: then Go parses the text as IPv6. */
function startsAsIpv6(text: string): boolean {
  return /^[^.:]*:/.test(text);
}

function isIpv4Of(text: string, syntax: AddressSyntax): boolean {
  const octets = text.split(".", 5);
  return (
    octets.length === 4 && octets.every((octet) => syntax.octet.test(octet) && Number(octet) <= 255)
  );
}

function isIpv6Of(text: string, syntax: AddressSyntax): boolean {
  const halves = text.split("::", 3);
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":", 9)));
  const last = text.endsWith(":") ? undefined : groups.at(-1);
  const embedded = last?.includes(".") ? last : undefined;
  if (embedded !== undefined) {
    if (!isIpv4Of(embedded, syntax)) return false;
    groups.splice(-1, 1, "0", "0");
  }
  return (
    groups.every((group) => syntax.group.test(group)) &&
    (halves.length === 1 ? groups.length === 8 : groups.length <= 7)
  );
}
