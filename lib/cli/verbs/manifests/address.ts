import { webhookUrlErrors } from "../../../crd/webhook-url.ts";
import { err, ok, type Result } from "../../../json/result.ts";
import type { PathCredentials } from "../../../request/path-credentials.ts";
import type { Verb } from "../../../request/routes.ts";
import { rootPath } from "../../../schema/field-error/path.ts";

/** Where a cluster sends its reviews. */
export interface WebhookAddress {
  /** `https://host[:port][/path]`, without a slash at its end. */
  readonly base: string;
  /** Absent for a service that needs no key, as `customhouse serve` on loopback. */
  readonly caller?: PathCredentials;
}

/** The url of a verb: `https://host/<cluster>/<key>/convert`. */
export function webhookUrl({ base, caller }: WebhookAddress, verb: Verb): string {
  return caller === undefined
    ? `${base}/${verb}`
    : `${base}/${caller.cluster}/${caller.key}/${verb}`;
}

/** The url with `<key>` in place of the key, for messages. */
export function maskedUrl({ base, caller }: WebhookAddress, verb: Verb): string {
  return webhookUrl(
    { base, ...(caller !== undefined && { caller: { ...caller, key: "<key>" } }) },
    verb,
  );
}

/**
 * Reads the url of a service, to which cluster, key and verb are appended. The error never repeats the url, because it
 * may hold a key. A trailing slash is removed, as the server does.
 */
export function readBase(url: string): Result<string, string> {
  const [fault] = webhookUrlErrors(url, rootPath);
  if (fault !== undefined) return err(fault.detail.replace(/parse "(?:[^"\\]|\\.)*": /, ""));
  const base = url.replace(/\/$/, "");
  const [, , , ...segments] = base.split("/");
  const last = segments.at(-1);
  if (last !== undefined && verbs.has(last)) {
    return err(`it ends with /${last}: leave out cluster, key and verb, they are appended`);
  }
  const isClean = segments.every((segment) => /^(?!\.{1,2}$)[A-Za-z0-9_~.-]+$/.test(segment));
  return isClean
    ? ok(base)
    : err(
        "a path may hold letters, digits, _ ~ . - and single slashes: the server changes all else",
      );
}

const verbs: ReadonlySet<string> = new Set([
  "convert",
  "crdconvert",
  "admit",
  "mutate",
  "validate",
]);

/** True for a url of this machine. */
export function isLoopback(base: string): boolean {
  return /^https:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d*)?(?:\/|$)/i.test(base);
}
