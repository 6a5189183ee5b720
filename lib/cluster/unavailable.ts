import { type ClusterResponse, ResponseTooLarge } from "./https-transport.ts";
import { type CollectionKey, LookupUnavailable, tooLateText } from "./lookup.ts";
import { statusIn } from "./status-response.ts";

/** What a failed lookup requested. The messages name it. */
export interface LookupSubject {
  readonly verb: "get" | "list";
  readonly key: CollectionKey;
}

/** A type as kubectl writes it: `toppings.restaurant.programming-kubernetes.info`. */
function typeName({ group, resource }: CollectionKey): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** The error of a lookup that took too long. */
export function lookupTimedOut(cause: unknown): LookupUnavailable {
  return new LookupUnavailable(tooLateText, { cause });
}

/** The error of a lookup in a cluster whose entry in the secret is invalid. */
export function lookupMisconfigured(fault: string): LookupUnavailable {
  return new LookupUnavailable(`the cluster's entry in the webhook's secret is wrong: ${fault}`);
}

/** The error for a response that an API server would not send: another server or a proxy sent it. */
export function unexpectedResponse(what: string, response: ClusterResponse): LookupUnavailable {
  return new LookupUnavailable(
    `the response did not come from the cluster's API server: ${what}; ${checkServer}`,
    { cause: causeOf(response) },
  );
}

/** The error for a result that is larger than a lookup may read; the cause has the limit. */
export function lookupTooLarge({ verb, key }: LookupSubject, cause: Error): LookupUnavailable {
  const type = typeName(key);
  return new LookupUnavailable(
    verb === "get"
      ? `an object of ${type} is larger than a lookup may read; use \`lookup.exists\` if the content is not needed`
      : `the cluster has more ${type} than a lookup may read; look up one object by its name, or list one namespace`,
    { cause },
  );
}

/** The error for an HTTP status other than 200, unless the response says that the object does not exist. */
export function lookupRefused(
  subject: LookupSubject,
  response: ClusterResponse,
): LookupUnavailable {
  return new LookupUnavailable(refusalText(subject, response.status), { cause: causeOf(response) });
}

function refusalText(subject: LookupSubject, status: number): string {
  if (status === 401) {
    return "the cluster refused the webhook's credentials (401): they have expired or are wrong; create new ones with `customhouse manifests` and put them into the webhook's secret";
  }
  if (status === 403) return forbiddenText(subject);
  if (status === 404) return notServedText(subject);
  if (status === 429) {
    return "the cluster's API server is overloaded (429); if this persists, check its API priority and fairness settings";
  }
  if (status >= 500) {
    return `the cluster's API server failed (${status}); if this persists, check its log and its dependencies`;
  }
  if (status >= 300 && status < 400) {
    return `the cluster's address responds with a redirect (${status}), which is not followed; ${checkServer}`;
  }
  return `the cluster's API server refused the request (${status}); ${checkServer}`;
}

function forbiddenText({ verb, key }: LookupSubject): string {
  const { group, resource, namespace } = key;
  const place = namespace === undefined ? "" : ` in the namespace "${namespace}"`;
  return `the cluster forbids the webhook to ${verb} ${typeName(key)} (403): its role must allow the verb "${verb}" on the resource "${resource}" of the API group "${group}"${place}; \`customhouse manifests\` creates that role`;
}

function notServedText({ key }: LookupSubject): string {
  const { group, version, namespace } = key;
  const place = namespace === undefined ? "for the whole cluster" : "in namespaces";
  return `the cluster does not serve ${typeName(key)} in version ${version} ${place} (404): ${
    group === ""
      ? "use a resource and version that it serves"
      : "install its CustomResourceDefinition with that version"
  } (\`kubectl api-resources\` lists them), or ${checkServer}`;
}

/** The error of a lookup without a response: the connection failed, or the response was too large. */
export function lookupUnreachable(subject: LookupSubject, cause: unknown): LookupUnavailable {
  if (cause instanceof ResponseTooLarge) return lookupTooLarge(subject, cause);
  return new LookupUnavailable(failureText(codeOf(cause)), { cause });
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

const checkServer =
  'check that "server" in the webhook\'s secret is the url of the API server itself';
const checkAuthority =
  'check that "certificateAuthority" in the webhook\'s secret is the CA of that cluster';

function failureText(code: string): string {
  const text = failures.get(code);
  if (text !== undefined) return text;
  if (code.startsWith("HPE_")) {
    return `the server at the cluster's address does not speak HTTP; ${checkServer}`;
  }
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) {
    return `the webhook and the cluster could not agree on TLS; ${checkServer}, and that its "clientCertificate", if any, is one that the cluster accepts`;
  }
  if (/CERT|^UNABLE_TO_|^INVALID_/.test(code)) {
    return `the API server's certificate is not trusted; ${checkAuthority}`;
  }
  return `the connection to the cluster failed; the webhook's log says how, and ${checkServer}`;
}

const unreachableText = `the cluster's API server cannot be reached; ${checkServer}, and that the network lets the webhook reach it`;
const interruptedText =
  "the connection to the cluster was closed before the response was complete; if this persists, check the network in between";

/** Messages for the error codes of Node and OpenSSL. */
const failures: ReadonlyMap<string, string> = new Map([
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EADDRNOTAVAIL"].map(
    (code): [string, string] => [code, unreachableText],
  ),
  ...["ENOTFOUND", "EAI_AGAIN"].map((code): [string, string] => [
    code,
    `the name of the cluster's API server cannot be resolved; ${checkServer}`,
  ]),
  ["ECONNRESET", interruptedText],
  ["EPIPE", interruptedText],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "the API server's certificate is for other names; \"server\" in the webhook's secret must have one of them",
  ],
  ["CERT_HAS_EXPIRED", "the API server's certificate has expired: renew it"],
  [
    "CERT_NOT_YET_VALID",
    "the API server's certificate is not valid yet: check the clocks of both machines",
  ],
]);

/** The cause to log: the HTTP status, and the reason and message of the metav1.Status. */
function causeOf({ status: code, body }: ClusterResponse): Error {
  const status = statusIn(body);
  const text =
    status === undefined ? `${body.length} bytes` : `${status.reason}: ${status.message}`;
  return new Error(`HTTP ${code}, ${text}`.slice(0, maxCauseLength));
}

/** The most characters of a cause: the server's message repeats the requested name, which may be long. */
const maxCauseLength = 500;
