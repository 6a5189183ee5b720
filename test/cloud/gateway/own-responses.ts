import { type JsonObject, member } from "../../../lib/json/value.ts";
import { numberIn, objectIn, textIn } from "./cloudformation.ts";

/** What leaves the gateway. */
export interface GatewayResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Why a gateway responds by itself. */
export type OwnReason =
  | "no route"
  | "too large"
  | "rate exceeded"
  | "concurrency exceeded"
  | "function failed"
  | "malformed result"
  | "integration timeout";

export type OwnResponses = Readonly<Record<OwnReason, GatewayResponse>>;

/** A response with a message, like a gateway's own. */
export function messageResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayResponse {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify({ message })),
  };
}

/** An HTTP API's own responses: there is no published list, these were observed. */
export const httpResponses: OwnResponses = {
  "no route": messageResponse(404, "Not Found"),
  "too large": messageResponse(413, "Request Too Long"),
  "rate exceeded": messageResponse(429, "Too Many Requests"),
  "concurrency exceeded": messageResponse(503, "Service Unavailable"),
  "function failed": messageResponse(500, "Internal Server Error"),
  "malformed result": messageResponse(500, "Internal Server Error"),
  "integration timeout": messageResponse(503, "Service Unavailable"),
};

interface RestResponse {
  readonly type: string;
  readonly status: number;
  readonly message: string;
}

/** Source: API Gateway Developer Guide, "Gateway response types". */
const restResponse: Readonly<Record<OwnReason, RestResponse>> = {
  "no route": {
    type: "MISSING_AUTHENTICATION_TOKEN",
    status: 403,
    message: "Missing Authentication Token",
  },
  "too large": { type: "REQUEST_TOO_LARGE", status: 413, message: "Request Too Long" },
  "rate exceeded": { type: "THROTTLED", status: 429, message: "Too Many Requests" },
  "concurrency exceeded": {
    type: "API_CONFIGURATION_ERROR",
    status: 500,
    message: "Internal server error",
  },
  "function failed": { type: "INTEGRATION_FAILURE", status: 502, message: "Internal server error" },
  "malformed result": {
    type: "INTEGRATION_FAILURE",
    status: 502,
    message: "Internal server error",
  },
  "integration timeout": {
    type: "INTEGRATION_TIMEOUT",
    status: 504,
    message: "Endpoint request timed out",
  },
};

/** A REST API's own responses; `changes` is `x-amazon-apigateway-gateway-responses` of its definition. */
export function restResponses(changes: JsonObject): OwnResponses {
  const answer = (reason: OwnReason): GatewayResponse => changed(changes, restResponse[reason]);
  return {
    "no route": answer("no route"),
    "too large": answer("too large"),
    "rate exceeded": answer("rate exceeded"),
    "concurrency exceeded": answer("concurrency exceeded"),
    "function failed": answer("function failed"),
    "malformed result": answer("malformed result"),
    "integration timeout": answer("integration timeout"),
  };
}

/** A change of a type wins over one of DEFAULT_4XX or DEFAULT_5XX. */
function changed(changes: JsonObject, { type, status, message }: RestResponse): GatewayResponse {
  const name = member(changes, type) === undefined ? `DEFAULT_${status < 500 ? 4 : 5}XX` : type;
  const change = objectIn(changes, name);
  const headers = Object.entries(objectIn(change, "responseParameters")).map(
    ([parameter, value]) =>
      [parameter.replace("gatewayresponse.header.", "").toLowerCase(), unquoted(value)] as const,
  );
  const answer = messageResponse(numberIn(change, "statusCode") ?? status, message);
  const template = textIn(objectIn(change, "responseTemplates"), "application/json");
  return {
    status: answer.status,
    headers: { ...answer.headers, ...Object.fromEntries(headers) },
    body: template === undefined ? answer.body : Buffer.from(template),
  };
}

/** Static values stand in single quotes. */
function unquoted(value: unknown): string {
  return String(value).replace(/^'(.*)'$/, "$1");
}
