import { hasControlByte } from "../../go/control-byte.ts";
import { splitText } from "../../json/text-parts.ts";
import { isIpv6 } from "./ip-address.ts";

/**
 * True for the target of an HTTP request: an absolute URI, an absolute path, or `*`.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/url/url.go, ParseRequestURI.
 */
export function isRequestUri(text: string): boolean {
  if (text === "" || hasControlByte(text)) return false;
  if (text === "*") return true;
  if (text.startsWith(":")) return false;
  const scheme = /^([A-Za-z][A-Za-z\d+.-]*):/.exec(text)?.[1];
  const hierarchical = text
    .slice(scheme === undefined ? 0 : scheme.length + 1)
    .replace(/\?.*$/s, "");
  if (!hierarchical.startsWith("/")) return scheme !== undefined;
  if (scheme === undefined || !hierarchical.startsWith("//")) return isEscapedWell(hierarchical);
  const authority = hierarchical.slice(2).replace(/\/.*$/s, "");
  return (
    isAuthority(authority, scheme.toLowerCase()) &&
    isEscapedWell(hierarchical.slice(2 + authority.length))
  );
}

/** True if every `%` is followed by two hexadecimal digits. */
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

/** A host with or without a port. More than one colon is refused only for http and https. */
function isHost(host: string, scheme: string): boolean {
  const open = host.lastIndexOf("[");
  if (open > 0) return false;
  if (open === 0) return isBracketed(host);
  const strict = scheme === "http" || scheme === "https";
  const colon = strict ? host.indexOf(":") : host.lastIndexOf(":");
  return (colon === -1 || /^:\d*$/.test(host.slice(colon))) && isHostText(host);
}

/** In a host, escapes may only encode bytes beyond ASCII and the percent sign. */
function isHostText(text: string): boolean {
  return /^(?:[A-Za-z\d._~!$&'()*+,;=:[\]<>"-]|[^\0-\x7f]|%25|%[89a-f][\da-f])*$/i.test(text);
}

/** An IPv6 address in brackets, optionally with a zone after `%25`. */
function isBracketed(host: string): boolean {
  const close = host.lastIndexOf("]");
  if (close === -1 || !/^(?::\d*)?$/.test(host.slice(close + 1))) return false;
  const [address, ...zone] = splitText(host.slice(1, close), "%25");
  if (!isIpv6(address)) return false;
  const name = zone.join("%25");
  return zone.length === 0 || (name !== "" && isZone(name));
}

/** In a zone, an escape may only encode `%`, a space, or an ASCII character that a host may contain without an escape. */
function isZone(name: string): boolean {
  const unescaped = name.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    code === "20" || code === "25" ? "_" : String.fromCharCode(Number.parseInt(code, 16) % 0x80),
  );
  return (
    !/%[89a-f]/i.test(name) && /^(?:[A-Za-z\d._~!$&'()*+,;=:[\]<>"-]|[^\0-\x7f])*$/.test(unescaped)
  );
}
