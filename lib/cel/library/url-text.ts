import { quote } from "../../go/print.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { parseIp } from "./ip-text.ts";

/** A URL, decoded as Go does. */
export interface Url {
  readonly scheme: string;
  readonly host: string;
  /** The path as written; escaped as Go does where that is not valid. */
  readonly escapedPath: string;
  readonly rawQuery: string;
  /** The whole URL. */
  readonly text: string;
}

const utf8 = new TextEncoder();

/** The UTF-8 bytes of a text, each as one character. */
function bytesOf(text: string): string {
  return Array.from(utf8.encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** The text that UTF-8 bytes encode. */
function textOf(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

/** Characters that need no escape in a path. */
const plainInPath = /[A-Za-z\d\-_.~$&+,/:;=@]/;
const validInPath = /^(?:[A-Za-z\d\-_.~$&+,/:;=@!'()*[\]]|%[\da-fA-F]{2})*$/;
const plainInHost = /^[A-Za-z\d._~!$&'()*+,;=:[\]<>"-]$/;

function escapePath(bytes: string): string {
  return Array.from(bytes, (char) =>
    plainInPath.test(char)
      ? char
      : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}

function badEscape(bytes: string): string | undefined {
  const at = bytes.search(/%(?![\da-fA-F]{2})/);
  return at < 0 ? undefined : `invalid URL escape ${quote(textOf(bytes.slice(at, at + 3)))}`;
}

function decoded(bytes: string): string {
  return bytes.replace(/%([\da-fA-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Decodes a host. Escapes are allowed only for bytes beyond ASCII and the percent sign. */
function decodeHost(bytes: string): Result<string, string> {
  for (const [part] of bytes.matchAll(/%[\da-fA-F]{2}|%.{0,2}|[\s\S]/g)) {
    if (part.startsWith("%")) {
      const isByte = part === "%25" || /^%[89a-fA-F][\da-fA-F]$/.test(part);
      if (!isByte) return err(`invalid URL escape ${quote(part)}`);
    } else if (part < "\x80" && !plainInHost.test(part)) {
      return err(`invalid character ${quote(part)} in host name`);
    }
  }
  return ok(decoded(bytes));
}

function parseHost(scheme: string, host: string): Result<string, string> {
  const open = host.lastIndexOf("[");
  if (open > 0) return err("invalid IP-literal");
  if (open === 0) return parseBracketed(host);
  const strict = scheme === "http" || scheme === "https";
  const colon = strict ? host.indexOf(":") : host.lastIndexOf(":");
  const port = colon < 0 ? "" : host.slice(colon);
  return isPort(port) ? decodeHost(host) : err(`invalid port ${quote(textOf(port))} after host`);
}

function isPort(port: string): boolean {
  return /^(?::\d*)?$/.test(port);
}

function parseBracketed(host: string): Result<string, string> {
  const close = host.lastIndexOf("]");
  if (close < 0) return err("missing ']' in host");
  const port = host.slice(close + 1);
  if (!isPort(port)) return err(`invalid port ${quote(textOf(port))} after host`);
  const inside = host.slice(1, close);
  const zone = inside.indexOf("%25");
  const name = decodeHost(zone < 0 ? inside : inside.slice(0, zone));
  if (!name.ok) return name;
  const whole = name.value + (zone < 0 ? "" : decoded(inside.slice(zone)));
  const address = parseIp(whole);
  if (!address.ok) return err(`invalid host: ${address.error}`);
  return address.value.bits === 32 ? err("invalid IP-literal") : ok(`[${whole}]${port}`);
}

function parseAuthority(scheme: string, authority: string): Result<string, string> {
  const at = authority.lastIndexOf("@");
  const host = parseHost(scheme, authority.slice(at + 1));
  if (!host.ok || at < 0) return host;
  const user = authority.slice(0, at);
  if (!/^[A-Za-z\d._:~!$&'()*+,;=%@-]*$/.test(user)) return err("net/url: invalid userinfo");
  const wrong = badEscape(user);
  return wrong === undefined ? host : err(wrong);
}

/** The part before the first colon if it is a valid scheme, else empty. */
function schemeOf(bytes: string): Result<string, string> {
  if (bytes.startsWith(":")) return err("missing protocol scheme");
  return ok(/^([A-Za-z][A-Za-z\d+.-]*):/.exec(bytes)?.[1] ?? "");
}

/** Parse as Go's ParseRequestURI or as Parse. */
export type UrlForm = "request" | "reference";

/** Parses a URL; errors are Go's. Source: go1.26 src/net/url/url.go Parse, ParseRequestURI. */
export function parseUrl(text: string, form: UrlForm): Result<Url, string> {
  const bytes = bytesOf(text);
  const hash = form === "reference" ? bytes.indexOf("#") : -1;
  const before = hash < 0 ? bytes : bytes.slice(0, hash);
  const fragment = hash < 0 ? "" : bytes.slice(hash);
  const read = parseParts(before, form);
  const wrong = read.ok ? badEscape(fragment) : read.error;
  if (wrong !== undefined) {
    return err(`parse ${quote(read.ok ? text : textOf(before))}: ${wrong}`);
  }
  return read.ok ? ok({ ...read.value, text: read.value.text + textOf(fragment) }) : read;
}

function parseParts(bytes: string, form: UrlForm): Result<Url, string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matching control characters is the purpose
  if (/[\0-\x1f\x7f]/.test(bytes)) return err("net/url: invalid control character in URL");
  if (bytes === "" && form === "request") return err("empty url");
  const empty: Url = { scheme: "", host: "", escapedPath: "", rawQuery: "", text: textOf(bytes) };
  if (bytes === "*") return ok({ ...empty, escapedPath: "*" });
  const scheme = schemeOf(bytes);
  if (!scheme.ok) return scheme;
  const rest = scheme.value === "" ? bytes : bytes.slice(scheme.value.length + 1);
  const question = rest.indexOf("?");
  const hierarchical = question < 0 ? rest : rest.slice(0, question);
  const query = question < 0 ? "" : rest.slice(question + 1);
  const named = { ...empty, scheme: scheme.value.toLowerCase(), rawQuery: textOf(query) };
  if (!hierarchical.startsWith("/")) {
    if (scheme.value !== "") return ok(named);
    if (form === "request") return err("invalid URI for request");
    const [segment = ""] = hierarchical.split("/", 1);
    if (segment.includes(":")) return err("first path segment in URL cannot contain colon");
  }
  return withAuthority(named, hierarchical, form);
}

function withAuthority(url: Url, hierarchical: string, form: UrlForm): Result<Url, string> {
  const mayHave = url.scheme !== "" || (form === "reference" && !hierarchical.startsWith("///"));
  if (!mayHave || !hierarchical.startsWith("//")) return withPath(url, hierarchical);
  const slash = hierarchical.indexOf("/", 2);
  const authority = hierarchical.slice(2, slash < 0 ? undefined : slash);
  const host = parseAuthority(url.scheme, authority);
  if (!host.ok) return host;
  return withPath({ ...url, host: textOf(host.value) }, slash < 0 ? "" : hierarchical.slice(slash));
}

function withPath(url: Url, path: string): Result<Url, string> {
  const wrong = badEscape(path);
  if (wrong !== undefined) return err(wrong);
  const escapedPath = validInPath.test(path) ? path : escapePath(decoded(path));
  return ok({ ...url, escapedPath });
}

/** Splits a host into name, without brackets, and port. */
export function splitHost(host: string): { readonly name: string; readonly port: string } {
  const [, before = host, port = ""] = /^(.*):(\d*)$/s.exec(host) ?? [];
  const isBracketed = before.startsWith("[") && before.endsWith("]");
  return { name: isBracketed ? before.slice(1, -1) : before, port };
}

/** The parameters of a query by name, in order. Parameters with invalid escapes are left out. */
export function queryOf(rawQuery: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const part of bytesOf(rawQuery).split("&")) {
    if (part === "" || part.includes(";")) continue;
    const [key = "", ...rest] = part.split("=");
    const value = rest.join("=");
    if (badEscape(key) !== undefined || badEscape(value) !== undefined) continue;
    const name = textOf(decoded(key.replaceAll("+", " ")));
    const list = values.get(name) ?? [];
    list.push(textOf(decoded(value.replaceAll("+", " "))));
    values.set(name, list);
  }
  return values;
}
