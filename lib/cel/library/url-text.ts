import { hasControlByte } from "../../go/control-byte.ts";
import { quote } from "../../go/print.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { splitText } from "../../json/text-parts.ts";
import { parseIp } from "./ip-text.ts";

/** The parts of a URL, as Go's net/url decodes them. */
export interface Url {
  readonly scheme: string;
  readonly host: string;
  /** The path as written in the URL; if that is not valid, as Go escapes it. */
  readonly escapedPath: string;
  readonly rawQuery: string;
  /** The whole URL as Go prints it. */
  readonly text: string;
}

/** The parts of a URL before its fragment. Each character stands for one byte of UTF-8. */
interface UrlBytes {
  readonly scheme: string;
  /** The text after the scheme if it is not a path: `a@b` for `mailto:a@b`. */
  readonly opaque: string;
  /** The user, escaped; undefined if the URL has none. */
  readonly user: string | undefined;
  readonly host: string;
  /** True if a path follows the scheme without `//`. */
  readonly omitsHost: boolean;
  readonly escapedPath: string;
  /** The question mark and the query; empty if the URL has no question mark. */
  readonly query: string;
}

const utf8 = new TextEncoder();

/** The UTF-8 bytes of a text, one character for each byte. */
function bytesOf(text: string): string {
  return Array.from(utf8.encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** Decodes UTF-8 bytes, which are given as one character for each byte. */
function decodedUtf8(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

/** Characters that are not escaped in a path. */
const plainInPath = /[A-Za-z\d\-_.~$&+,/:;=@]/;
const validInPath = /^(?:[A-Za-z\d\-_.~$&+,/:;=@!'()*[\]]|%[\da-fA-F]{2})*$/;
const plainInUser = /[A-Za-z\d\-_.~$&+,;=]/;
const plainInFragment = /[A-Za-z\d\-_.~$&+,/:;=?@!()*]/;
const validInFragment = /^(?:[A-Za-z\d\-_.~$&+,/:;=?@!'()*[\]]|%[\da-fA-F]{2})*$/;
const plainInHost = /^[A-Za-z\d._~!$&'()*+,;=:[\]<>"-]$/;

/** Escapes every byte that does not match `plain`. */
function percentEncoded(bytes: string, plain: RegExp): string {
  return Array.from(bytes, (char) =>
    plain.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}

function badEscape(bytes: string): string | undefined {
  const at = bytes.search(/%(?![\da-fA-F]{2})/);
  return at < 0 ? undefined : `invalid URL escape ${quote(decodedUtf8(bytes.slice(at, at + 3)))}`;
}

function percentDecoded(bytes: string): string {
  return bytes.replace(/%([\da-fA-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Decodes a host. An escape may only encode a byte beyond ASCII or the percent sign. */
function decodeHost(bytes: string): Result<string, string> {
  for (const [part] of bytes.matchAll(/%[\da-fA-F]{2}|%.{0,2}|[\s\S]/g)) {
    if (part.startsWith("%")) {
      const isByte = part === "%25" || /^%[89a-fA-F][\da-fA-F]$/.test(part);
      if (!isByte) return err(`invalid URL escape ${quote(part)}`);
    } else if (part < "\x80" && !plainInHost.test(part)) {
      return err(`invalid character ${quote(part)} in host name`);
    }
  }
  return ok(percentDecoded(bytes));
}

function parseHost(scheme: string, host: string): Result<string, string> {
  const open = host.lastIndexOf("[");
  if (open > 0) return err("invalid IP-literal");
  if (open === 0) return parseBracketed(host);
  const strict = scheme === "http" || scheme === "https";
  const colon = strict ? host.indexOf(":") : host.lastIndexOf(":");
  const port = colon < 0 ? "" : host.slice(colon);
  return isPort(port)
    ? decodeHost(host)
    : err(`invalid port ${quote(decodedUtf8(port))} after host`);
}

function isPort(port: string): boolean {
  return /^(?::\d*)?$/.test(port);
}

function parseBracketed(host: string): Result<string, string> {
  const close = host.lastIndexOf("]");
  if (close < 0) return err("missing ']' in host");
  const port = host.slice(close + 1);
  if (!isPort(port)) return err(`invalid port ${quote(decodedUtf8(port))} after host`);
  const inside = host.slice(1, close);
  const zone = inside.indexOf("%25");
  const name = decodeHost(zone < 0 ? inside : inside.slice(0, zone));
  if (!name.ok) return name;
  const whole = name.value + (zone < 0 ? "" : percentDecoded(inside.slice(zone)));
  const address = parseIp(whole);
  if (!address.ok) return err(`invalid host: ${address.error}`);
  return address.value.bits === 32 ? err("invalid IP-literal") : ok(`[${whole}]${port}`);
}

/** The user, escaped as Go prints it, and the host. */
type UrlAuthority = Pick<UrlBytes, "user" | "host">;

function parseAuthority(scheme: string, authority: string): Result<UrlAuthority, string> {
  const at = authority.lastIndexOf("@");
  const host = parseHost(scheme, authority.slice(at + 1));
  if (!host.ok) return host;
  if (at < 0) return ok({ user: undefined, host: host.value });
  const user = authority.slice(0, at);
  if (!/^[A-Za-z\d._:~!$&'()*+,;=%@-]*$/.test(user)) return err("net/url: invalid userinfo");
  const wrong = badEscape(user);
  if (wrong !== undefined) return err(wrong);
  return ok({ user: user === ":" ? "" : printedUser(user), host: host.value });
}

/** The escaped user name and password, as Go prints them. The password follows the first colon. */
function printedUser(user: string): string {
  const colon = user.indexOf(":");
  const shown = colon < 0 ? [user] : [user.slice(0, colon), user.slice(colon + 1)];
  return shown.map((part) => percentEncoded(percentDecoded(part), plainInUser)).join(":");
}

/** The text before the first colon if it is a valid scheme, otherwise empty. */
function schemeOf(bytes: string): Result<string, string> {
  if (bytes.startsWith(":")) return err("missing protocol scheme");
  const [, scheme = ""] = /^([A-Za-z][A-Za-z\d+.-]*):/.exec(bytes) ?? [];
  return ok(scheme);
}

/** Whether to parse like ParseRequestURI or like Parse in Go. */
type UrlForm = "request" | "reference";

/**
 * Parses a URL. The error is Go's message.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/url/url.go Parse, ParseRequestURI.
 */
export function parseUrl(text: string, form: UrlForm): Result<Url, string> {
  const bytes = bytesOf(text);
  const hash = form === "reference" ? bytes.indexOf("#") : -1;
  const before = hash < 0 ? bytes : bytes.slice(0, hash);
  const fragment = hash < 0 ? "" : bytes.slice(hash + 1);
  const read = parseParts(before, form);
  const wrong = read.ok ? badEscape(fragment) : read.error;
  if (wrong !== undefined) {
    return err(`parse ${quote(read.ok ? text : decodedUtf8(before))}: ${wrong}`);
  }
  return read.ok ? ok(urlOf(read.value, fragment)) : read;
}

function urlOf(parts: UrlBytes, fragment: string): Url {
  return {
    scheme: parts.scheme,
    host: decodedUtf8(parts.host),
    escapedPath: parts.escapedPath,
    rawQuery: decodedUtf8(parts.query.slice(1)),
    text: decodedUtf8(printedUrl(parts) + printedFragment(fragment)),
  };
}

/**
 * The text of a URL as Go prints it.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/url/url.go, URL.String.
 */
function printedUrl({
  scheme,
  opaque,
  user,
  host,
  omitsHost,
  escapedPath,
  query,
}: UrlBytes): string {
  const named = scheme === "" ? "" : `${scheme}:`;
  if (opaque !== "") return `${named}${opaque}${query}`;
  const hasAuthority = host !== "" || user !== undefined;
  const hasSlashes = hasAuthority || (scheme !== "" && !omitsHost && escapedPath !== "");
  const start = `${named}${hasSlashes ? "//" : ""}${user === undefined ? "" : `${user}@`}${escapedHost(host)}`;
  const [segment] = splitText(escapedPath, "/");
  const isAmbiguous = start === "" && segment.includes(":");
  return `${start}${isAmbiguous ? "./" : ""}${escapedPath}${query}`;
}

/** Percent-encodes a host as Go does: bytes beyond ASCII, `%`, and characters that only the zone of an IPv6 address may have. */
function escapedHost(host: string): string {
  return percentEncoded(host, plainInHost);
}

function printedFragment(fragment: string): string {
  if (fragment === "") return "";
  return `#${validInFragment.test(fragment) ? fragment : percentEncoded(percentDecoded(fragment), plainInFragment)}`;
}

const noParts: UrlBytes = {
  scheme: "",
  opaque: "",
  user: undefined,
  host: "",
  omitsHost: false,
  escapedPath: "",
  query: "",
};

function parseParts(bytes: string, form: UrlForm): Result<UrlBytes, string> {
  if (hasControlByte(bytes)) return err("net/url: invalid control character in URL");
  if (bytes === "" && form === "request") return err("empty url");
  if (bytes === "*") return ok({ ...noParts, escapedPath: "*" });
  const read = schemeOf(bytes);
  if (!read.ok) return read;
  const scheme = read.value.toLowerCase();
  const rest = scheme === "" ? bytes : bytes.slice(scheme.length + 1);
  const question = rest.indexOf("?");
  const hierarchical = question < 0 ? rest : rest.slice(0, question);
  const parts = { ...noParts, scheme, query: question < 0 ? "" : rest.slice(question) };
  if (!hierarchical.startsWith("/")) {
    if (scheme !== "") return ok({ ...parts, opaque: hierarchical });
    if (form === "request") return err("invalid URI for request");
    const [segment] = splitText(hierarchical, "/");
    if (segment.includes(":")) return err("first path segment in URL cannot contain colon");
  }
  return withAuthority(parts, hierarchical, form);
}

function withAuthority(
  parts: UrlBytes,
  hierarchical: string,
  form: UrlForm,
): Result<UrlBytes, string> {
  const mayHave = parts.scheme !== "" || (form === "reference" && !hierarchical.startsWith("///"));
  if (!mayHave || !hierarchical.startsWith("//")) {
    const omitsHost = parts.scheme !== "" && hierarchical.startsWith("/");
    return withPath({ ...parts, omitsHost }, hierarchical);
  }
  const slash = hierarchical.indexOf("/", 2);
  const authority = hierarchical.slice(2, slash < 0 ? undefined : slash);
  const read = parseAuthority(parts.scheme, authority);
  if (!read.ok) return read;
  return withPath({ ...parts, ...read.value }, slash < 0 ? "" : hierarchical.slice(slash));
}

function withPath(parts: UrlBytes, path: string): Result<UrlBytes, string> {
  const wrong = badEscape(path);
  if (wrong !== undefined) return err(wrong);
  const escapedPath = validInPath.test(path)
    ? path
    : percentEncoded(percentDecoded(path), plainInPath);
  return ok({ ...parts, escapedPath });
}

/** Splits a host into its name, without brackets, and its port. */
export function splitHost(host: string): { readonly name: string; readonly port: string } {
  const [, before = host, port = ""] = /^(.*):(\d*)$/s.exec(host) ?? [];
  const isBracketed = before.startsWith("[") && before.endsWith("]");
  return { name: isBracketed ? before.slice(1, -1) : before, port };
}

/** The parameters of a query: values by name, in order, without those with an invalid escape or a semicolon. */
export function queryOf(rawQuery: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const part of bytesOf(rawQuery).split("&")) {
    if (part === "" || part.includes(";")) continue;
    const [key, ...rest] = splitText(part, "=");
    const value = rest.join("=");
    if (badEscape(key) !== undefined || badEscape(value) !== undefined) continue;
    const name = decodedUtf8(percentDecoded(key.replaceAll("+", " ")));
    const list = values.get(name) ?? [];
    list.push(decodedUtf8(percentDecoded(value.replaceAll("+", " "))));
    values.set(name, list);
  }
  return values;
}
