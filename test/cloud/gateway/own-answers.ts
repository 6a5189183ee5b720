import { type JsonObject, member } from "../../../lib/json/value.ts";
import { numberIn, objectIn, textIn } from "./cloudformation.ts";

/** What leaves the gateway. */
export interface GatewayAnswer {
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
  | "malformed answer"
  | "integration timeout";

export type OwnAnswers = Readonly<Record<OwnReason, GatewayAnswer>>;

/** A response with a message, like a gateway's own. */
export function messageAnswer(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayAnswer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify({ message })),
  };
}

/** An HTTP API's own responses: there is no published list, these were observed. */
export const httpAnswers: OwnAnswers = {
  "no route": messageAnswer(404, "Not Found"),
  "too large": messageAnswer(413, "Request Too Long"),
  "rate exceeded": messageAnswer(429, "Too Many Requests"),
  "concurrency exceeded": messageAnswer(503, "Service Unavailable"),
  "function failed": messageAnswer(500, "Internal Server Error"),
  "malformed answer": messageAnswer(500, "Internal Server Error"),
  "integration timeout": messageAnswer(503, "Service Unavailable"),
};

interface RestAnswer {
  readonly type: string;
  readonly status: number;
  readonly message: string;
}

/** Source: API Gateway Developer Guide, "Gateway response types". */
const restAnswer: Readonly<Record<OwnReason, RestAnswer>> = {
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
  "malformed answer": {
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
export function restAnswers(changes: JsonObject): OwnAnswers {
  const answer = (reason: OwnReason): GatewayAnswer => changed(changes, restAnswer[reason]);
  return {
    "no route": answer("no route"),
    "too large": answer("too large"),
    "rate exceeded": answer("rate exceeded"),
    "concurrency exceeded": answer("concurrency exceeded"),
    "function failed": answer("function failed"),
    "malformed answer": answer("malformed answer"),
    "integration timeout": answer("integration timeout"),
  };
}

/** A change of a type wins over one of DEFAULT_4XX or DEFAULT_5XX. */
function changed(changes: JsonObject, { type, status, message }: RestAnswer): GatewayAnswer {
  const name = member(changes, type) === undefined ? `DEFAULT_${status < 500 ? 4 : 5}XX` : type;
  const change = objectIn(changes, name);
  const headers = Object.entries(objectIn(change, "responseParameters")).map(
    ([parameter, value]) =>
      [parameter.replace("gatewayresponse.header.", "").toLowerCase(), unquoted(value)] as const,
  );
  const answer = messageAnswer(numberIn(change, "statusCode") ?? status, message);
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
