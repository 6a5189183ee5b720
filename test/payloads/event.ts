import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Exchange } from "../cluster/support/relay.ts";

/** How a recorded review would reach a function behind an HTTP API: an event of payload format 2.0. */
export function eventOf(exchange: Exchange, options: EventOptions): APIGatewayProxyEventV2 {
  const { query, request } = exchange;
  const { isBase64Encoded, time } = options;
  const path = `/rehearsal/${rehearsalKey}${exchange.path}`;
  const routeKey = `ANY /{cluster}/{key}${exchange.path.replace(/^(\/[^/]+)\/v1(beta1)?\/[^/]+$/, "$1/{version}/{kind}")}`;
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers: headersOf(exchange),
    queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
    requestContext: { ...callerOf(path), ...momentOf(time), routeKey, stage: "$default" },
    body: isBase64Encoded ? Buffer.from(request).toString("base64") : request,
    isBase64Encoded,
  };
}

export interface EventOptions {
  /** An HTTP API sends a body as base64 if it does not take its media type for text. */
  readonly isBase64Encoded: boolean;
  readonly time: Date;
}

/** The key of test/payloads/secrets.json: it opens nothing but the tests. */
const rehearsalKey = "rEhEaRsAl-0nly_0123456789abcdefghijklmnopqrstuvw";

const domainName = "hooks.example.com";
const userAgent = "kube-apiserver-admission";
const sourceIp = "192.0.2.1"; // RFC 5737: for documentation

function headersOf({ request, headers }: Exchange): Record<string, string> {
  const { "accept-encoding": encoding = "gzip", accept = "application/json, */*" } = headers;
  return {
    accept,
    "accept-encoding": encoding,
    "content-length": String(Buffer.byteLength(request)),
    "content-type": "application/json",
    host: domainName,
    "user-agent": userAgent,
    "x-forwarded-for": sourceIp,
    "x-forwarded-port": "443",
    "x-forwarded-proto": "https",
  };
}

type Caller = Pick<
  APIGatewayProxyEventV2["requestContext"],
  "accountId" | "apiId" | "domainName" | "domainPrefix" | "http"
>;

function callerOf(path: string): Caller {
  return {
    accountId: "123456789012",
    apiId: "api-id",
    domainName,
    domainPrefix: "hooks",
    http: { method: "POST", path, protocol: "HTTP/1.1", sourceIp, userAgent },
  };
}

type Moment = Pick<APIGatewayProxyEventV2["requestContext"], "requestId" | "time" | "timeEpoch">;

function momentOf(time: Date): Moment {
  const [, day = "", month = "", year = "", clock = ""] = time.toUTCString().split(" ");
  return {
    requestId: "JKJaXmPLvHcESHA=",
    time: `${day}/${month}/${year}:${clock} +0000`,
    timeEpoch: time.getTime(),
  };
}
