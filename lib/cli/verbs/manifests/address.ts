import { webhookUrlErrors } from "../../../crd/webhook-url.ts";
import { err, ok, type Result } from "../../../json/result.ts";
import type { PathCredentials } from "../../../request/path-credentials.ts";
import type { Verb } from "../../../request/routes.ts";
import { rootPath } from "../../../schema/field-error/path.ts";
import { dns1123LabelFaults } from "../../../schema/metadata/names.ts";

/** The address to which a cluster sends its reviews. */
export interface WebhookAddress {
  /** `https://host[:port][/path]`, without a slash at its end. */
  readonly base: string;
  /** The Service in the cluster that {@link base} is the url of; absent for a service outside the cluster. */
  readonly service?: ServiceAddress;
  /** Cluster and key in the path; absent for a service that needs no key, such as `customhouse serve` on loopback. */
  readonly caller?: PathCredentials;
}

/** A reference to a Service in the cluster. */
export interface ServiceAddress {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** The default port of a webhook's Service. */
const defaultServicePort = 443;

/** Parses `NAMESPACE/NAME[:PORT]`. */
export function readService(text: string): Result<ServiceAddress, string> {
  const [, namespace = "", name = "", port] =
    /^([^/:]+)\/([^/:]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (namespace === "") return err(`write NAMESPACE/NAME[:PORT], not ${JSON.stringify(text)}`);
  const [fault] = [...dns1123LabelFaults(namespace), ...dns1123LabelFaults(name)];
  if (fault !== undefined) return err(`${JSON.stringify(text)}: ${fault}`);
  const number = Number(port ?? defaultServicePort);
  return number >= 1 && number <= 65_535
    ? ok({ namespace, name, port: number })
    : err(`${JSON.stringify(text)}: a port is a number from 1 to 65535`);
}

/**
 * The url of a Service. Its host is the DNS name that the API server expects in the service's certificate.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/util/webhook/client.go, `<name>.<namespace>.svc`.
 */
export function serviceBase({ namespace, name, port }: ServiceAddress): string {
  const host = `https://${name}.${namespace}.svc`;
  return port === defaultServicePort ? host : `${host}:${port}`;
}

/** The path of a verb below the url of the service: `/<cluster>/<key>/convert`. */
export function webhookPath({ caller }: WebhookAddress, verb: Verb): string {
  return caller === undefined ? `/${verb}` : `/${caller.cluster}/${caller.key}/${verb}`;
}

/** The url of a verb: `https://host/<cluster>/<key>/convert`. */
export function webhookUrl(address: WebhookAddress, verb: Verb): string {
  return `${address.base}${webhookPath(address, verb)}`;
}

/** The url with `<key>` in place of the key, for messages. */
export function maskedUrl({ base, caller }: WebhookAddress, verb: Verb): string {
  return webhookUrl(
    { base, ...(caller !== undefined && { caller: { ...caller, key: "<key>" } }) },
    verb,
  );
}

/**
 * Validates the url of a service, to which cluster, key and verb are appended, and removes a trailing slash, as the API server
 * does. The error never repeats the url, because the url may contain a key.
 */
export function readBase(url: string): Result<string, string> {
  const [fault] = webhookUrlErrors(url, rootPath);
  if (fault !== undefined) return err(fault.detail.replace(/parse "(?:[^"\\]|\\.)*": /, ""));
  const base = url.replace(/\/$/, "");
  const [, , , ...segments] = base.split("/");
  const last = segments.at(-1);
  if (last !== undefined && verbs.has(last)) {
    return err(`it ends with /${last}: leave out cluster, key and verb; they are appended`);
  }
  const isClean = segments.every((segment) => /^(?!\.{1,2}$)[A-Za-z0-9_~.-]+$/.test(segment));
  return isClean
    ? ok(base)
    : err(
        "a path may have letters, digits, _ ~ . - and single slashes: the API server would change other characters",
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
