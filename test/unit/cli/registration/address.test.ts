import { describe, expect, test } from "vitest";
import {
  isLoopback,
  maskedUrl,
  readBase,
  readService,
  serviceBase,
  webhookUrl,
} from "../../../../lib/cli/verbs/manifests/address.ts";
import { maskKeys } from "../../../../lib/cli/verbs/manifests/key-mask.ts";
import { isSegment } from "../../../../lib/request/path-credentials.ts";

const address = {
  base: "https://hooks.example.com",
  caller: { cluster: "prod", key: "k3y~secret_-0" },
};

describe("webhookUrl", () => {
  test("has cluster, key and verb after the base", () => {
    expect(webhookUrl(address, "convert")).toBe(
      "https://hooks.example.com/prod/k3y~secret_-0/convert",
    );
  });

  test("has only the verb if there is no caller", () => {
    expect(webhookUrl({ base: "https://127.0.0.1:8443" }, "mutate")).toBe(
      "https://127.0.0.1:8443/mutate",
    );
  });

  test("is shown without its key", () => {
    expect(maskedUrl(address, "validate")).toBe("https://hooks.example.com/prod/<key>/validate");
  });
});

describe("readBase", () => {
  test.each([
    { name: "a host", url: "https://hooks.example.com", base: "https://hooks.example.com" },
    { name: "a slash at the end", url: "https://h.example/", base: "https://h.example" },
    { name: "a port", url: "https://[::1]:8443", base: "https://[::1]:8443" },
    { name: "a stage", url: "https://h.example/prod/", base: "https://h.example/prod" },
  ])("$name", ({ url, base }) => {
    expect(readBase(url)).toEqual({ ok: true, value: base });
  });

  test.each([
    { name: "http", url: "http://h.example", error: /'https' is the only allowed URL scheme/ },
    { name: "no host", url: "https://", error: /host must be specified/ },
    { name: "user info", url: "https://a:b@h.example", error: /user information/ },
    { name: "a query", url: "https://h.example?a=b", error: /query parameters/ },
    { name: "a fragment", url: "https://h.example#a", error: /fragments/ },
    { name: "two slashes", url: "https://h.example//a", error: /single slashes/ },
    { name: "two slashes at the end", url: "https://h.example/a//", error: /single slashes/ },
    {
      name: "dots",
      url: "https://h.example/a/../b",
      error: /the API server would change other characters/,
    },
    {
      name: "an escape",
      url: "https://h.example/a%2Fb",
      error: /the API server would change other characters/,
    },
    {
      name: "a text that is not a url",
      url: "https://h .example/sesame",
      error: /invalid character/,
    },
    {
      name: "a url with a path",
      url: "https://h.example/c/sesame/convert",
      error: /ends with \/convert/,
    },
  ])("$name is refused, and not repeated in the message", ({ url, error }) => {
    const read = readBase(url);
    expect(read).toMatchObject({ ok: false, error: expect.stringMatching(error) });
    expect(JSON.stringify(read)).not.toContain("sesame");
  });
});

describe("isSegment", () => {
  test.each(["a", "A_b~c-9"])("accepts %s", (text) => expect(isSegment(text)).toBe(true));
  test.each(["", "a/b", "a.b", "a b", "ä", "a\n"])("refuses %j", (text) =>
    expect(isSegment(text)).toBe(false),
  );
});

describe("isLoopback", () => {
  test.each(["https://localhost", "https://127.0.0.1:1/x", "https://[::1]:8443"])(
    "is true of %s",
    (base) => expect(isLoopback(base)).toBe(true),
  );
  test.each(["https://localhost.example", "https://128.0.0.1", "https://h.example/localhost"])(
    "is false of %s",
    (base) => expect(isLoopback(base)).toBe(false),
  );
});

describe("readService", () => {
  test.each([
    { text: "hooks/customhouse", port: 443, base: "https://customhouse.hooks.svc" },
    { text: "hooks/customhouse:8443", port: 8443, base: "https://customhouse.hooks.svc:8443" },
  ])("$text", ({ text, port, base }) => {
    const reference = { namespace: "hooks", name: "customhouse", port };
    expect(readService(text)).toEqual({ ok: true, value: reference });
    expect(serviceBase(reference)).toBe(base);
  });

  test.each([
    { text: "customhouse", error: /NAMESPACE\/NAME/ },
    { text: "a/b/c", error: /NAMESPACE\/NAME/ },
    { text: "https://a/b", error: /NAMESPACE\/NAME/ },
    { text: "a/b:https", error: /NAMESPACE\/NAME/ },
    { text: "A/b", error: /RFC 1123 label/ },
    { text: "a/b_c", error: /RFC 1123 label/ },
    { text: "a/b:0", error: /from 1 to 65535/ },
    { text: "a/b:65536", error: /from 1 to 65535/ },
  ])("$text is refused", ({ text, error }) => {
    expect(readService(text)).toMatchObject({ ok: false, error: expect.stringMatching(error) });
  });
});

describe("maskKeys", () => {
  test.each([
    {
      name: "the key in use",
      text: `url: ${webhookUrl(address, "convert")}\n`,
      shown: "url: https://hooks.example.com/prod/<key>/convert\n",
    },
    {
      name: "another key, in a path of the documented form",
      text: '"https://h.example/prod/older/convert/v1beta1/pizza"',
      shown: '"https://h.example/prod/<another key>/convert/v1beta1/pizza"',
    },
    {
      name: "several",
      text: "https://h/c/k3y~secret_-0/mutate https://h/c/b/validate",
      shown: "https://h/c/<key>/mutate https://h/c/<another key>/validate",
    },
    {
      name: "the key outside of a url, as some servers quote a path",
      text: "Cannot POST /prod/k3y~secret_-0/convert",
      shown: "Cannot POST /prod/<key>/convert",
    },
    {
      name: "the path at a Service",
      text: 'service.path: is "/prod/older/validate", would be "/prod/k3y~secret_-0/validate"',
      shown: 'service.path: is "/prod/<another key>/validate", would be "/prod/<key>/validate"',
    },
    { name: "no key", text: "https://127.0.0.1/convert", shown: "https://127.0.0.1/convert" },
  ])("$name", ({ text, shown }) => {
    expect(maskKeys(text, address)).toBe(shown);
  });
});
