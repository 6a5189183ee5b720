import { isIP } from "node:net";
import { UsageError } from "../command.ts";

/** The url of a webhook of any make. */
export interface ExternalWebhook {
  readonly url: string;
  /** As it is shown: scheme and host. The path may hold a key. */
  readonly shown: string;
  /** True for an address on this machine or in a private network; false where it may serve a cluster. */
  readonly isPrivate: boolean;
}

/**
 * Reads the url that an option gave. Throws {@link UsageError} for a url that kube-apiserver would refuse, except http on
 * this machine.
 */
export function webhookAddress(text: string, option = "--url"): ExternalWebhook {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url !== undefined && isLoopback(hostOf(url));
  if (url === undefined || !(url.protocol === "https:" || (url.protocol === "http:" && isLocal))) {
    throw new UsageError(
      `${option} takes the https url of a webhook, with its path: https://hooks.example.com/convert (http only on this machine)`,
    );
  }
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
    throw new UsageError(`${option}: the url of a webhook has no query, fragment or user`);
  }
  return {
    url: `${url.origin}${url.pathname}`,
    shown: `${url.origin}/…`,
    isPrivate: isLocal || isPrivateAddress(hostOf(url)),
  };
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Source: RFC 1918, RFC 4193, and link-local addresses. */
function isPrivateAddress(host: string): boolean {
  if (isIP(host) === 4) return /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(host);
  return isIP(host) === 6 && /^f(?:[cd]|e[89ab])/i.test(host);
}
