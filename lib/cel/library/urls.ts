import { ValueList } from "../value/list.ts";
import { ValueMap } from "../value/map.ts";
import { CelError, type CelValue, errorOr, Opaque } from "../value/value.ts";
import type { Implementation, Library } from "./declaration.ts";
import { parseUrl, queryOf, splitHost, type Url } from "./url-text.ts";

/** A URL (the type kubernetes.URL). */
class UrlValue extends Opaque {
  readonly typeName = "kubernetes.URL";
  readonly url: Url;

  constructor(url: Url) {
    super();
    this.url = url;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof UrlValue ? other.url.text === this.url.text : errorOr(other);
  }

  override toString(): string {
    return this.url.text;
  }
}

function urlOf(text: CelValue): CelValue {
  if (typeof text !== "string") return errorOr(text);
  const requestUrl = parseUrl(text, "request");
  const read = requestUrl.ok ? parseUrl(text, "reference") : requestUrl;
  if (read.ok) return new UrlValue(read.value);
  return new CelError(`URL parse error during conversion from string: ${read.error}`);
}

function ofUrl(read: (url: Url) => CelValue): Implementation {
  return (url = null) => (url instanceof UrlValue ? read(url.url) : errorOr(url));
}

function queryValue({ rawQuery }: Url): CelValue {
  const entries = [...queryOf(rawQuery)];
  return new ValueMap(entries.map(([name, values]) => [name, new ValueList(values)] as const));
}

/** The functions for URLs. Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/urls.go. */
export const urlLibrary: Library = {
  declarations: `
url - (string) URL
getScheme - URL.() string
getHost - URL.() string
getHostname - URL.() string
getPort - URL.() string
getEscapedPath - URL.() string
getQuery - URL.() map(string,list(string))
isURL - (string) bool`,
  implementations: {},
  byFunction: {
    url: (text = null) => urlOf(text),
    getScheme: ofUrl(({ scheme }) => scheme),
    getHost: ofUrl(({ host }) => host),
    getHostname: ofUrl(({ host }) => splitHost(host).name),
    getPort: ofUrl(({ host }) => splitHost(host).port),
    getEscapedPath: ofUrl(({ escapedPath }) => escapedPath),
    getQuery: ofUrl(queryValue),
    isURL: (text = null) =>
      typeof text === "string" ? parseUrl(text, "request").ok : errorOr(text),
  },
};
