import { isIpv6 } from "./ip-address.ts";

/**
 * True for what a request may ask for: an absolute URI, a path from the root, `*`.
 * Source: go1.26 src/net/url/url.go, ParseRequestURI.
 */
export function isRequestUri(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (text === "" || /[\0-\x1f\x7f]/.test(text)) return false;
  if (text === "*") return true;
  if (text.startsWith(":")) return false;
  const scheme = /^([A-Za-z][A-Za-z\d+.-]*):/.exec(text)?.[1];
  const hierarchical =
    (scheme === undefined ? text : text.slice(scheme.length + 1)).split("?", 1)[0] ?? "";
  if (!hierarchical.startsWith("/")) return scheme !== undefined;
  if (scheme === undefined || !hierarchical.startsWith("//")) return isEscapedWell(hierarchical);
  const authority = hierarchical.slice(2).split("/", 1)[0] ?? "";
  return (
    isAuthority(authority, scheme.toLowerCase()) &&
    isEscapedWell(hierarchical.slice(2 + authority.length))
  );
}

/** Every `%` has two hexadecimal digits behind it. */
function isEscapedWell(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}

function isAuthority(authority: string, scheme: string): boolean {
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(at, 0));
  return (
    /^[A-Za-z\d._:~!$&'()*+,;=%@-]*$/.test(user) &&
    isEscapedWell(user) &&
    isHost(authority.slice(at + 1), scheme)
  );
}

/** A host with or without a port; only http is strict about more than one colon. */
function isHost(host: string, scheme: string): boolean {
  const open = host.lastIndexOf("[");
  if (open > 0) return false;
  if (open === 0) return isBracketed(host);
  const strict = scheme === "http" || scheme === "https";
  const colon = strict ? host.indexOf(":") : host.lastIndexOf(":");
  return (colon === -1 || /^:\d*$/.test(host.slice(colon))) && isHostText(host);
}

/** Within a host, escapes may only stand for bytes beyond ASCII, or for the percent sign. */
function isHostText(text: string): boolean {
  return /^(?:[A-Za-z\d._~!$&'()*+,;=:[\]<>"-]|[^\0-\x7f]|%25|%[89a-f][\da-f])*$/i.test(text);
}

/** An IPv6 address with or without a zone, which `%25` begins. */
function isBracketed(host: string): boolean {
  const close = host.lastIndexOf("]");
  if (close === -1 || !/^(?::\d*)?$/.test(host.slice(close + 1))) return false;
  const [address = "", ...zone] = host.slice(1, close).split("%25");
  if (!isIpv6(address)) return false;
  const name = zone.join("%25");
  return zone.length === 0 || (name !== "" && isZone(name));
}

/** Within a zone, escapes may also stand for a space and for what may stand in a host as it is, not for the rest. */
function isZone(name: string): boolean {
  const unescaped = name.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    code === "20" || code === "25" ? "_" : String.fromCharCode(Number.parseInt(code, 16) % 0x80),
  );
  return (
    !/%[89a-f]/i.test(name) && /^(?:[A-Za-z\d._~!$&'()*+,;=:[\]<>"-]|[^\0-\x7f])*$/.test(unescaped)
  );
}
