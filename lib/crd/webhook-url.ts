import { hasControlByte } from "../go/control-byte.ts";
import { quote } from "../go/print.ts";
import { err, ok, type Result } from "../json/result.ts";
import { splitText } from "../json/text-parts.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import { invalid, required } from "../schema/field-error/field-faults.ts";
import type { FieldPath } from "../schema/field-error/path.ts";
import { isIpv6 } from "../schema/formats/ip-address.ts";

/** The parts of a URL that the rules check. */
interface UrlParts {
  readonly scheme: string;
  /** Undefined if the URL has no `@`. */
  readonly user: string | undefined;
  readonly host: string;
  readonly query: string;
  readonly fragment: string;
}

const form = "; desired format: https://host[/path]";

/**
 * Checks the URL of a conversion webhook: it must be https and have a host, and must not have a user, a fragment or a
 * query.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/util/webhook/validation.go ValidateWebhookURL.
 */
export function webhookUrlErrors(url: string, path: FieldPath): readonly FieldError[] {
  const parsed = parseUrl(url);
  if (!parsed.ok) return [required(path, `url must be a valid URL: ${parsed.error}${form}`)];
  const { scheme, user, host, query, fragment } = parsed.value;
  const errors: FieldError[] = [];
  if (scheme !== "https") {
    errors.push(invalid(path, scheme, `'https' is the only allowed URL scheme${form}`));
  }
  if (host === "") errors.push(invalid(path, host, `host must be specified${form}`));
  if (user !== undefined) {
    errors.push(invalid(path, user, "user information is not permitted in the URL"));
  }
  if (fragment !== "") {
    errors.push(invalid(path, fragment, "fragments are not permitted in the URL"));
  }
  if (query !== "") {
    errors.push(invalid(path, query, "query parameters are not permitted in the URL"));
  }
  return errors;
}

/**
 * True for an absolute URL with a host.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/url/url.go ParseRequestURI.
 */
export function isAbsoluteUrl(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z\d+.-]*:\/\//.test(text)) return false;
  const parsed = parseWithoutFragment(text);
  return parsed.ok && parsed.value.host !== "";
}

/**
 * Parses a URL. The error is Go's message.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/url/url.go Parse.
 */
function parseUrl(url: string): Result<UrlParts, string> {
  const hash = url.indexOf("#");
  const [before, fragment] = hash < 0 ? [url, ""] : [url.slice(0, hash), url.slice(hash + 1)];
  const parsed = parseWithoutFragment(before);
  if (!parsed.ok) return err(`parse ${quote(before)}: ${parsed.error}`);
  const fault = escapeFault(fragment);
  if (fault !== undefined) return err(`parse ${quote(url)}: ${fault}`);
  return ok({ ...parsed.value, fragment });
}

const noParts: UrlParts = { scheme: "", user: undefined, host: "", query: "", fragment: "" };

function parseWithoutFragment(url: string): Result<UrlParts, string> {
  if (hasControlByte(url)) return err("net/url: invalid control character in URL");
  if (url === "*") return ok(noParts);
  if (url.startsWith(":")) return err("missing protocol scheme");
  const found = /^([A-Za-z][A-Za-z\d+.-]*):/.exec(url)?.[1];
  const scheme = found?.toLowerCase() ?? "";
  const behind = found === undefined ? url : url.slice(found.length + 1);
  const mark = behind.indexOf("?");
  const query = mark < 0 ? "" : behind.slice(mark + 1);
  const rest = mark < 0 ? behind : behind.slice(0, mark);
  return parseHierarchy(rest, { ...noParts, scheme, query });
}

function parseHierarchy(rest: string, parts: UrlParts): Result<UrlParts, string> {
  if (!rest.startsWith("/")) {
    if (parts.scheme !== "") return ok(parts);
    if (/^[^/]*:/.test(rest)) {
      return err("first path segment in URL cannot contain colon");
    }
  }
  const hasAuthority = rest.startsWith("//") && (parts.scheme !== "" || !rest.startsWith("///"));
  if (!hasAuthority) return withPath(rest, parts);
  const authority = rest.slice(2).replace(/\/.*$/s, "");
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1);
  const user = at < 0 ? undefined : authority.slice(0, at);
  const fault = hostFault(host, parts.scheme) ?? (user === undefined ? undefined : userFault(user));
  if (fault !== undefined) return err(fault);
  return withPath(rest.slice(2 + authority.length), { ...parts, host, user });
}

function withPath(path: string, parts: UrlParts): Result<UrlParts, string> {
  const fault = escapeFault(path);
  return fault === undefined ? ok(parts) : err(fault);
}

function userFault(user: string): string | undefined {
  return /^[A-Za-z\d._:~!$&'()*+,;=%@-]*$/.test(user)
    ? escapeFault(user)
    : "net/url: invalid userinfo";
}

function hostFault(host: string, scheme: string): string | undefined {
  const open = host.lastIndexOf("[");
  if (open > 0) return "invalid IP-literal";
  if (open === 0) return bracketedHostFault(host);
  const strict = scheme === "http" || scheme === "https";
  const colon = strict ? host.indexOf(":") : host.lastIndexOf(":");
  if (colon >= 0) {
    const port = host.slice(colon);
    if (!isOptionalPort(port)) return `invalid port ${quote(port)} after host`;
  }
  return hostTextFault(host);
}

function bracketedHostFault(host: string): string | undefined {
  const close = host.lastIndexOf("]");
  if (close < 0) return "missing ']' in host";
  const port = host.slice(close + 1);
  if (!isOptionalPort(port)) return `invalid port ${quote(port)} after host`;
  const [address, zone] = splitText(host.slice(1, close), "%25");
  const fault = hostTextFault(address);
  if (fault !== undefined) return fault;
  return isIpv6(address) && zone !== ""
    ? undefined
    : `invalid host: ParseAddr(${quote(host.slice(1, close))}): unable to parse IP`;
}

function isOptionalPort(port: string): boolean {
  return /^(?::\d*)?$/.test(port);
}

/** Why the text of a host is invalid. In a host, an escape may only encode a byte beyond ASCII or the percent sign. */
function hostTextFault(text: string): string | undefined {
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "%") {
      const code = text.slice(index, index + 3);
      if (!/^%(?:[89a-f][\da-f]|25)$/i.test(code)) return `invalid URL escape ${quote(code)}`;
      index += 2;
    } else if (!/[A-Za-z\d._~!$&'()*+,;=:[\]<>"-]|[^\0-\x7f]/.test(char)) {
      return `invalid character ${quote(char)} in host name`;
    }
  }
  return undefined;
}

function escapeFault(text: string): string | undefined {
  const index = text.search(/%(?![\dA-Fa-f]{2})/);
  return index < 0
    ? undefined
    : `invalid URL escape ${quote(Array.from(text.slice(index)).slice(0, 3).join(""))}`;
}
