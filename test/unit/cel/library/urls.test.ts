import { describe, expect, test } from "vitest";
import { urlLibrary } from "../../../../lib/cel/library/urls.ts";
import { type ResultTable, resultOf, untestedOverloads } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  parsing: [
    [
      "url('https://user:pass@example.com:80/path?query=val#fragment')",
      'url("https://user:pass@example.com:80/path?query=val#fragment")',
    ],
    ["url('https://example.com/')", 'url("https://example.com/")'],
    ["url('/path')", 'url("/path")'],
    ["url('*')", 'url("*")'],
    ["url('')", 'error: URL parse error during conversion from string: parse "": empty url'],
    [
      "url('../relative')",
      'error: URL parse error during conversion from string: parse "../relative": invalid URI for request',
    ],
    [
      "url('a')",
      'error: URL parse error during conversion from string: parse "a": invalid URI for request',
    ],
    [
      "url('https://a:b:c/')",
      'error: URL parse error during conversion from string: parse "https://a:b:c/": invalid port ":b:c" after host',
    ],
    [
      "url('https://[::1')",
      "error: URL parse error during conversion from string: parse \"https://[::1\": missing ']' in host",
    ],
    ["url('https://[fe80::1%25en0]/')", 'url("https://[fe80::1%25en0]/")'],
    [
      "url('https://exa mple.com/')",
      'error: URL parse error during conversion from string: parse "https://exa mple.com/": invalid character " " in host name',
    ],
    [
      "url('https://example.com/%zz')",
      'error: URL parse error during conversion from string: parse "https://example.com/%zz": invalid URL escape "%zz"',
    ],
    [
      "url('https://a\\nb/')",
      'error: URL parse error during conversion from string: parse "https://a\\nb/": net/url: invalid control character in URL',
    ],
    [
      "url(':foo')",
      'error: URL parse error during conversion from string: parse ":foo": missing protocol scheme',
    ],
    [
      "url('https://us er@a/')",
      'error: URL parse error during conversion from string: parse "https://us er@a/": net/url: invalid userinfo',
    ],
    [
      "url('https://example.com:abc/')",
      'error: URL parse error during conversion from string: parse "https://example.com:abc/": invalid port ":abc" after host',
    ],
    ["url('//a/b')", 'url("//a/b")'],
    ["url('mailto:a@b')", 'url("mailto:a@b")'],
    ["isURL('https://example.com')", "true"],
    ["isURL('/absolute-path')", "true"],
    ["isURL('a')", "false"],
    ["isURL('')", "false"],
    ["isURL('https://exa mple.com/')", "false"],
    ["isURL(1)", "ERROR: <input>:1:6: found no matching overload for 'isURL' applied to '(int)'"],
  ],
  "scheme, host and port": [
    ["url('HTTP://Example.com').getScheme()", '"http"'],
    ["url('/path').getScheme()", '""'],
    ["url('mailto:a@b').getScheme()", '"mailto"'],
    ["url('https://example.com:80/').getHost()", '"example.com:80"'],
    ["url('https://example.com/').getHost()", '"example.com"'],
    ["url('https://user:pass@example.com/').getHost()", '"example.com"'],
    ["url('https://[::1]:80/').getHost()", '"[::1]:80"'],
    ["url('https://ex%C3%A4mple.com/').getHost()", '"exämple.com"'],
    ["url('https://exämple.com/').getHost()", '"exämple.com"'],
    ["url('/path').getHost()", '""'],
    ["url('https://example.com:80/').getHostname()", '"example.com"'],
    ["url('https://[::1]:80/').getHostname()", '"::1"'],
    ["url('https://[::1]/').getHostname()", '"::1"'],
    ["url('/path').getHostname()", '""'],
    ["url('https://example.com:80/').getPort()", '"80"'],
    ["url('https://example.com/').getPort()", '""'],
    ["url('https://example.com:/').getPort()", '""'],
    ["url('https://[::1]:80/').getPort()", '"80"'],
  ],
  path: [
    ["url('https://example.com/path').getEscapedPath()", '"/path"'],
    ["url('https://example.com/a b').getEscapedPath()", '"/a%20b"'],
    ["url('https://example.com/a%20b').getEscapedPath()", '"/a%20b"'],
    ["url('https://example.com/é').getEscapedPath()", '"/%C3%A9"'],
    ["url('https://example.com/a%2Fb').getEscapedPath()", '"/a%2Fb"'],
    ['url("https://example.com/!\'()*").getEscapedPath()', '"/!\'()*"'],
    ["url('https://example.com').getEscapedPath()", '""'],
    ["url('mailto:a@b').getEscapedPath()", '""'],
  ],
  query: [
    ["url('https://example.com/?k=a&k=b&c').getQuery() == {'k': ['a', 'b'], 'c': ['']}", "true"],
    ["url('https://example.com/?k=a&k=b').getQuery()", '{"k": ["a", "b"]}'],
    ["url('https://example.com/?a=b+c%20d').getQuery()", '{"a": ["b c d"]}'],
    ["url('https://example.com/?q=%zz&a=1').getQuery()", '{"a": ["1"]}'],
    ["url('https://example.com/?a;b=1&c=2').getQuery()", '{"c": ["2"]}'],
    ["url('https://example.com/?é=😀').getQuery()", '{"é": ["😀"]}'],
    ["url('https://example.com/?=x').getQuery()", '{"": ["x"]}'],
    ["url('https://example.com/').getQuery()", "{}"],
    ["url('https://example.com/?').getQuery()", "{}"],
  ],
  equality: [
    ["url('https://example.com/') == url('https://example.com/')", "true"],
    ["url('https://example.com/') == url('https://example.com')", "false"],
    ["type(url('/'))", "kubernetes.URL"],
  ],
  "details of the server": [
    ["url('https://:@example.com/')", 'url("https://@example.com/")'],
    ["url('https://a%21b:c:d@example.com/')", 'url("https://a%21b:c%3Ad@example.com/")'],
    ["url('https://exämple.com/?')", 'url("https://ex%C3%A4mple.com/?")'],
    ["url('https://example.com/#a b')", 'url("https://example.com/#a%20b")'],
    ["url('https://example.com/#')", 'url("https://example.com/")'],
    ["url('FILE:/a')", 'url("file:/a")'],
    ["url('file:///a')", 'url("file:///a")'],
    ["url('MAILTO:a b?c')", 'url("mailto:a b?c")'],

    ["url('HTTPS://example.com/') == url('https://example.com/')", "true"],
    ["url('https://example.com/a b') == url('https://example.com/a%20b')", "true"],
    ["url('https://example.com/a b')", 'url("https://example.com/a%20b")'],
    ["url('HTTPS://Example.com/')", 'url("https://Example.com/")'],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});

test("each overload has a row", () => {
  expect(untestedOverloads([urlLibrary], table)).toEqual([]);
});
