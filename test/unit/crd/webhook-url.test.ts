import { describe, expect, test } from "vitest";
import { caBundleFault } from "../../../lib/crd/ca-bundle.ts";
import { isAbsoluteUrl, webhookUrlErrors } from "../../../lib/crd/webhook-url.ts";

const form = "; desired format: https://host[/path]";
const bad = (why: string): readonly string[] => [`url must be a valid URL: parse ${why}${form}`];

describe("webhookUrlErrors", () => {
  const rows: readonly { name: string; url: string; details: readonly string[] }[] = [
    { name: "host and path", url: "https://a.example/b", details: [] },
    { name: "host and port", url: "https://a.example:8443", details: [] },
    { name: "an IPv6 host", url: "https://[::1]:8443/b", details: [] },
    { name: "a zone", url: "https://[fe80::1%25en0]/b", details: [] },
    { name: "an escape beyond ASCII", url: "https://%c3%a9.example", details: [] },
    {
      name: "http",
      url: "http://a.example",
      details: [`'https' is the only allowed URL scheme${form}`],
    },
    {
      name: "nothing but a path",
      url: "/a",
      details: [`'https' is the only allowed URL scheme${form}`, `host must be specified${form}`],
    },
    {
      name: "a path of a star",
      url: "*",
      details: [`'https' is the only allowed URL scheme${form}`, `host must be specified${form}`],
    },
    {
      name: "a url with an opaque part",
      url: "https:a",
      details: [`host must be specified${form}`],
    },
    {
      name: "user, query and fragment",
      url: "https://u:p@a.example/b?c#d",
      details: [
        "user information is not permitted in the URL",
        "fragments are not permitted in the URL",
        "query parameters are not permitted in the URL",
      ],
    },
    { name: "no scheme", url: ":a", details: bad('":a": missing protocol scheme') },
    {
      name: "a control character",
      url: "https://a\n",
      details: bad('"https://a\\n": net/url: invalid control character in URL'),
    },
    {
      name: "a colon in the first segment",
      url: "1:a",
      details: bad('"1:a": first path segment in URL cannot contain colon'),
    },
    {
      name: "a space in the host",
      url: "https://a b",
      details: bad('"https://a b": invalid character " " in host name'),
    },
    {
      name: "an escape of ASCII in the host",
      url: "https://%41",
      details: bad('"https://%41": invalid URL escape "%41"'),
    },
    {
      name: "a port of letters",
      url: "https://a:b",
      details: bad('"https://a:b": invalid port ":b" after host'),
    },
    {
      name: "a bracket in the middle",
      url: "https://a[b",
      details: bad('"https://a[b": invalid IP-literal'),
    },
    {
      name: "a bracket without its end",
      url: "https://[::1",
      details: bad(`"https://[::1": missing ']' in host`),
    },
    {
      name: "a port of letters behind a bracket",
      url: "https://[::1]:b",
      details: bad('"https://[::1]:b": invalid port ":b" after host'),
    },
    {
      name: "an invalid IPv6 host",
      url: "https://[::g]",
      details: bad('"https://[::g]": invalid host: ParseAddr("::g"): unable to parse IP'),
    },
    {
      name: "a space within brackets",
      url: "https://[: :]",
      details: bad('"https://[: :]": invalid character " " in host name'),
    },
    {
      name: "a user with a space",
      url: "https://a b@c",
      details: bad('"https://a b@c": net/url: invalid userinfo'),
    },
    {
      name: "an invalid escape in the user",
      url: "https://%z@c",
      details: bad('"https://%z@c": invalid URL escape "%z"'),
    },
    {
      name: "an invalid escape in the path",
      url: "https://a/%zz",
      details: bad('"https://a/%zz": invalid URL escape "%zz"'),
    },
    {
      name: "an invalid escape in the fragment",
      url: "https://a/#%z",
      details: bad('"https://a/#%z": invalid URL escape "%z"'),
    },
  ];

  test.each(rows)("$name", ({ url, details }) => {
    expect(webhookUrlErrors(url, "url").map(({ detail }) => detail)).toEqual(details);
  });
});

describe("isAbsoluteUrl", () => {
  test.each([
    { name: "a url", text: "https://a.example/b", is: true },
    { name: "a path", text: "/b", is: false },
    { name: "no host", text: "ftp:///b", is: false },
    { name: "an invalid host", text: "ftp://a b", is: false },
  ])("$name", ({ text, is }) => {
    expect(isAbsoluteUrl(text)).toBe(is);
  });
});

describe("caBundleFault", () => {
  const pem = (label: string, der: readonly number[]): string =>
    btoa(
      `-----BEGIN ${label}-----\n${btoa(String.fromCharCode(...der))}\n-----END ${label}-----\n`,
    );
  const certificate = [0x30, 0x07, 0x30, 0x00, 0x30, 0x00, 0x03, 0x01, 0x00];
  const prefix = "unable to load root certificates: ";

  test.each([
    { name: "a certificate", bundle: pem("CERTIFICATE", certificate), fault: undefined },
    {
      name: "a certificate with a long length",
      bundle: pem("CERTIFICATE", [0x30, 0x81, 0x07, ...certificate.slice(2)]),
      fault: undefined,
    },
    {
      name: "a key",
      bundle: pem("KEY", certificate),
      fault: `${prefix}no valid certificate authority data seen`,
    },
    {
      name: "a certificate cut short",
      bundle: pem("CERTIFICATE", certificate.slice(0, 6)),
      fault: `${prefix}failed to parse certificate: x509: malformed certificate`,
    },
    {
      name: "another structure",
      bundle: pem("CERTIFICATE", [0x30, 0x02, 0x05, 0x00]),
      fault: `${prefix}failed to parse certificate: x509: malformed certificate`,
    },
    {
      name: "text that is not PEM",
      bundle: btoa("garbage"),
      fault: `${prefix}unable to parse bytes as PEM block`,
    },
    {
      name: "text that is not base64",
      bundle: "%",
      fault: `${prefix}unable to parse bytes as PEM block`,
    },
  ])("$name", ({ bundle, fault }) => {
    expect(caBundleFault(bundle)).toBe(fault);
  });
});
