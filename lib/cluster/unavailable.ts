import { AnswerTooLarge, type HttpReply } from "./https-transport.ts";
import { type CollectionKey, LookupUnavailable, tooLateText } from "./lookup.ts";
import { statusIn } from "./status-reply.ts";

/** What was asked for, as far as texts name it. */
export interface Asked {
  readonly verb: "get" | "list";
  readonly key: CollectionKey;
}

/** `toppings.restaurant.programming-kubernetes.info`, as kubectl writes a type. */
function typeName({ group, resource }: CollectionKey): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** The asker's time is over. */
export function tooLate(cause: unknown): LookupUnavailable {
  return new LookupUnavailable(tooLateText, { cause });
}

/** The cluster's access, as the secret has it, cannot be used. */
export function unusable(fault: string): LookupUnavailable {
  return new LookupUnavailable(`the cluster's entry in the webhook's secret is wrong: ${fault}`);
}

/** An answer that is none to the question: something else stands in the API server's place, or between. */
export function strange(what: string, reply: HttpReply): LookupUnavailable {
  return new LookupUnavailable(
    `what answered the webhook is not the cluster's API server: ${what}; ${checkServer}`,
    { cause: causeOf(reply) },
  );
}

/** There is more than a look-up carries; the cause says how much that is. */
export function tooMuch({ verb, key }: Asked, cause: Error): LookupUnavailable {
  const type = typeName(key);
  return new LookupUnavailable(
    verb === "get"
      ? `an object of ${type} is larger than a look-up may read; ask only whether it exists`
      : `the cluster has more of ${type} than a look-up may read; ask for one object by its name, or for one namespace`,
    { cause },
  );
}

/** An answer with another status than 200 that says nothing about the object. */
export function refused(asked: Asked, reply: HttpReply): LookupUnavailable {
  return new LookupUnavailable(refusalText(asked, reply.status), { cause: causeOf(reply) });
}

function refusalText(asked: Asked, status: number): string {
  if (status === 401) {
    return "the cluster refused the webhook's credentials (401): they have expired or are wrong; make new ones with `customhouse manifests` and put them into the webhook's secret";
  }
  if (status === 403) return forbiddenText(asked);
  if (status === 404) return notServedText(asked);
  if (status === 429) {
    return "the cluster's API server has too much to do (429); if that goes on, see its API priority and fairness settings";
  }
  if (status >= 500) {
    return `the cluster's API server failed (${status}); if that goes on, see its log and what it depends on`;
  }
  if (status >= 300 && status < 400) {
    return `the cluster's address answers with a redirect (${status}), which is not followed; ${checkServer}`;
  }
  return `the cluster's API server did not take the question (${status}); ${checkServer}`;
}

function forbiddenText({ verb, key }: Asked): string {
  const { group, resource, namespace } = key;
  const place = namespace === undefined ? "" : " in the namespace asked for";
  return `the cluster forbids the webhook to ${verb} ${typeName(key)} (403): its role must allow the verb "${verb}" on the resource "${resource}" of the API group "${group}"${place}; \`customhouse manifests\` makes that role`;
}

function notServedText({ key }: Asked): string {
  const { group, version, namespace } = key;
  const place = namespace === undefined ? "for the whole cluster" : "in namespaces";
  return `the cluster does not serve ${typeName(key)} in version ${version} ${place} (404): ${
    group === ""
      ? "ask for what it serves"
      : "install its CustomResourceDefinition with that version"
  } (\`kubectl api-resources\` shows what there is), or ${checkServer}`;
}

/** No answer at all: what a connection failed with. */
export function unreachable(asked: Asked, cause: unknown): LookupUnavailable {
  if (cause instanceof AnswerTooLarge) return tooMuch(asked, cause);
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
    return `what answered the webhook does not speak HTTP; ${checkServer}`;
  }
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) {
    return `the webhook and the cluster could not agree on TLS; ${checkServer}, and that its "clientCertificate", if any, is one that the cluster accepts`;
  }
  if (/CERT|^UNABLE_TO_|^INVALID_/.test(code)) {
    return `the API server's certificate is not trusted; ${checkAuthority}`;
  }
  return `the connection to the cluster failed; the webhook's log says how, and ${checkServer}`;
}

const noWay = `the cluster's API server cannot be reached; ${checkServer}, and that the network lets the webhook reach it`;
const cut =
  "the connection to the cluster was cut before the answer was whole; if that goes on, see what lies between";

/** By Node's and OpenSSL's codes. */
const failures: ReadonlyMap<string, string> = new Map([
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EADDRNOTAVAIL"].map(
    (code): [string, string] => [code, noWay],
  ),
  ...["ENOTFOUND", "EAI_AGAIN"].map((code): [string, string] => [
    code,
    `the name of the cluster's API server is not known; ${checkServer}`,
  ]),
  ["ECONNRESET", cut],
  ["EPIPE", cut],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "the API server's certificate is for other names; \"server\" in the webhook's secret must have one of them",
  ],
  ["CERT_HAS_EXPIRED", "the API server's certificate has expired: renew it"],
  [
    "CERT_NOT_YET_VALID",
    "the API server's certificate is not valid yet: see whether the clocks are right",
  ],
]);

/** For the log: the status, and what a metav1.Status says beside it. */
function causeOf({ status, body }: HttpReply): Error {
  const said = statusIn(body);
  const text = said === undefined ? `${body.length} bytes` : `${said.reason}: ${said.message}`;
  return new Error(`HTTP ${status}, ${text}`.slice(0, maxCauseLength));
}

/** What the server says is as long as the name that was asked for. */
const maxCauseLength = 500;
