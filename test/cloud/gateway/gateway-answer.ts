import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import type { Api, Profile } from "./api.ts";
import { isBinary } from "./event-v1.ts";
import { type HttpRequest, mediaType } from "./http-request.ts";

/** What leaves the gateway. */
export interface GatewayAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Why the gateway answers by itself. */
export type OwnReason =
  | "no route"
  | "too large"
  | "rate exceeded"
  | "concurrency exceeded"
  | "function failed"
  | "malformed answer"
  | "integration timeout";

/**
 * What the gateways say by themselves. Source: API Gateway Developer Guide, "Gateway response types" (REST API); HTTP APIs
 * have no such list: theirs are what they answer in practice.
 */
const own: Readonly<Record<Profile, Readonly<Record<OwnReason, readonly [number, string]>>>> = {
  http: {
    "no route": [404, "Not Found"],
    "too large": [413, "Request Too Long"],
    "rate exceeded": [429, "Too Many Requests"],
    "concurrency exceeded": [503, "Service Unavailable"],
    "function failed": [500, "Internal Server Error"],
    "malformed answer": [500, "Internal Server Error"],
    "integration timeout": [503, "Service Unavailable"],
  },
  rest: {
    "no route": [403, "Missing Authentication Token"],
    "too large": [413, "Request Too Long"],
    "rate exceeded": [429, "Too Many Requests"],
    "concurrency exceeded": [500, "Internal server error"],
    "function failed": [502, "Internal server error"],
    "malformed answer": [502, "Internal server error"],
    "integration timeout": [504, "Endpoint request timed out"],
  },
};

/** The gateway's own answer. */
export function ownAnswer(profile: Profile, reason: OwnReason): GatewayAnswer {
  const [status, message] = own[profile][reason];
  return messageAnswer(status, message);
}

/** An answer that holds a message, as all of a gateway's own do. */
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

/** The answer that a function's result comes to; undefined where a gateway cannot read it. */
export function answerOf(
  { profile, binaryMediaTypes }: Api,
  request: HttpRequest,
  result: string,
): GatewayAnswer | undefined {
  const parsed: unknown = JSON.parse(result);
  if (!isObject(parsed) || !Object.hasOwn(parsed, "statusCode")) {
    if (profile === "rest") return undefined;
    const headers = { "content-type": "application/json" };
    return { status: 200, headers, body: Buffer.from(result) };
  }
  const status = member(parsed, "statusCode");
  const body = member(parsed, "body") ?? "";
  if (typeof status !== "number" || typeof body !== "string") return undefined;
  const isDecoded =
    member(parsed, "isBase64Encoded") === true &&
    (profile === "http" || isBinary(binaryMediaTypes, mediaType(request.headers, "accept")));
  const bytes = Buffer.from(body, isDecoded ? "base64" : "utf8");
  return { status, headers: headersIn(parsed), body: bytes };
}

function headersIn(result: JsonObject): Record<string, string> {
  const headers = member(result, "headers") ?? {};
  const entries = isObject(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
