import { webhookUrlErrors } from "../../../crd/webhook-url.ts";
import { err, ok, type Result } from "../../../json/result.ts";
import type { PathCredentials } from "../../../request/path-credentials.ts";
import type { Verb } from "../../../request/routes.ts";
import { rootPath } from "../../../schema/field-error/path.ts";

/** Where a cluster sends its reviews. */
export interface WebhookAddress {
  /** `https://host[:port][/path]`, without a slash at its end. */
  readonly base: string;
  /** Undefined for a service that is asked without a key, as `customhouse serve` on loopback. */
  readonly caller?: PathCredentials;
}

/** The url of a verb: `https://host/<cluster>/<key>/convert`. */
export function webhookUrl({ base, caller }: WebhookAddress, verb: Verb): string {
  return caller === undefined
    ? `${base}/${verb}`
    : `${base}/${caller.cluster}/${caller.key}/${verb}`;
}

/** A url as it may be shown: with `<key>` in the key's place. */
export function shownUrl({ base, caller }: WebhookAddress, verb: Verb): string {
  return webhookUrl(
    { base, ...(caller !== undefined && { caller: { ...caller, key: "<key>" } }) },
    verb,
  );
}

/**
 * Reads the url of a service, to which cluster, key and verb are appended. The error says what is wrong and never repeats
 * the url: it may hold a key. A slash at the end is taken off, since the server takes it off too.
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
    : err("the server cleans and encodes paths: letters, digits, _ ~ . - and single slashes pass");
}

const verbs: ReadonlySet<string> = new Set([
  "convert",
  "crdconvert",
  "admit",
  "mutate",
  "validate",
]);

/** True for the url of this very machine. */
export function isLoopback(base: string): boolean {
  return /^https:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d*)?(?:\/|$)/i.test(base);
}
