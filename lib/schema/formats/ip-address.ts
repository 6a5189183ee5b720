/** How a number of an address may be spelled: `sloppy` takes leading zeros, as Kubernetes always did. */
interface Spelling {
  readonly octet: RegExp;
  readonly group: RegExp;
}

const strict: Spelling = {
  octet: /^(?:0|[1-9]\d{0,2})$/,
  group: /^[\da-f]{1,4}$/i,
};
const sloppy: Spelling = {
  octet: /^0*\d{1,3}$/,
  group: /^0*[\da-f]{1,4}$/i,
};

/**
 * True for an IPv4 address, leading zeros allowed, and for an IPv6 address that ends in one (`::ffff:1.2.3.4`).
 * Source: k8s.io/utils@v0.0.0-20260210185600-b8788abfbbc2 net/parse.go, ParseIPSloppy.
 */
export function isIpv4(text: string): boolean {
  if (!text.includes(".")) return false;
  return startsAsIpv6(text) ? isIpv6Of(text, sloppy) : isIpv4Of(text, sloppy);
}

/** True for an IPv6 address without a zone. Source: go1.26 src/net/netip/netip.go, ParseAddr. */
export function isIpv6(text: string): boolean {
  return startsAsIpv6(text) && isIpv6Of(text, strict);
}

/** True for any address without a zone, spelled strictly. Source: go1.26 src/net/ip.go, ParseIP. */
export function isIp(text: string): boolean {
  return startsAsIpv6(text) ? isIpv6Of(text, strict) : isIpv4Of(text, strict);
}

/** True for an address block; bits of the host and leading zeros are allowed. Source: ParseCIDRSloppy, as above. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash === -1) return false;
  const [address, size] = [text.slice(0, slash), text.slice(slash + 1)];
  if (!/^0*\d{1,3}$/.test(size)) return false;
  if (isIpv4Of(address, sloppy)) return Number(size) <= 32;
  return isIpv6Of(address, sloppy) && Number(size) <= 128;
}

/** The first dot or colon decides what an address is meant to be. */
function startsAsIpv6(text: string): boolean {
  return /^[^.:]*:/.test(text);
}

function isIpv4Of(text: string, spelling: Spelling): boolean {
  const octets = text.split(".", 5);
  return (
    octets.length === 4 &&
    octets.every((octet) => spelling.octet.test(octet) && Number(octet) <= 255)
  );
}

function isIpv6Of(text: string, spelling: Spelling): boolean {
  const halves = text.split("::", 3);
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":", 9)));
  const last = text.endsWith(":") ? undefined : groups.at(-1);
  const embedded = last?.includes(".") ? last : undefined;
  if (embedded !== undefined) {
    if (!isIpv4Of(embedded, spelling)) return false;
    groups.splice(-1, 1, "0", "0");
  }
  return (
    groups.every((group) => spelling.group.test(group)) &&
    (halves.length === 1 ? groups.length === 8 : groups.length <= 7)
  );
}
