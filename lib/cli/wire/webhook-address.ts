import { isIP } from "node:net";
import { UsageError } from "../command.ts";

/** The url of a webhook, which need not be Customhouse. */
export interface ExternalWebhook {
  readonly url: string;
  /** Scheme and host, for messages. The path is left out, because it may contain a key. */
  readonly shown: string;
  /**
   * True for an address of this machine or a private network; false for any other name or address, because it may serve a
   * cluster.
   */
  readonly isPrivate: boolean;
}

/**
 * Parses the value of a url option. Throws {@link UsageError} unless it is an https url, or an http url of this machine, without
 * query, fragment and user.
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
    throw new UsageError(
      `${option}: remove query, fragment and user from the url: a webhook's url must not have them`,
    );
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

/** True for an IP address of a private network (RFC 1918, RFC 4193) or a link-local address. */
function isPrivateAddress(host: string): boolean {
  if (isIP(host) === 4) return /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(host);
  return isIP(host) === 6 && /^f(?:[cd]|e[89ab])/i.test(host);
}
