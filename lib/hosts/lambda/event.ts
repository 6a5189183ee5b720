import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from "aws-lambda";
import { isObject, type JsonObject } from "../../json/value.ts";
import type { RequestLine } from "../../service/request.ts";

/** An invocation: over HTTP, or with a raw review by `lambda:InvokeFunction`. */
export type Invocation =
  | {
      readonly via: "http";
      readonly line: RequestLine;
      readonly body: string | Uint8Array;
      readonly acceptsGzip: boolean;
    }
  | { readonly via: "invoke"; readonly review: JsonObject };

/**
 * Reads a Lambda event: of an HTTP API or a function URL (payload 2.0), of a REST API (1.0), or a raw review. A raw review
 * must not have a request context: every HTTP event has one, so that no HTTP caller can avoid the check of its path.
 */
export function readEvent(event: unknown): Invocation | undefined {
  if (typeof event !== "object" || event === null) return undefined;
  if (isHttpEvent(event)) return ofHttpApi(event);
  if (isRestEvent(event)) return ofRestApi(event);
  if ("requestContext" in event || !isObject(event)) return undefined;
  return { via: "invoke", review: event };
}

function isHttpEvent(event: object): event is APIGatewayProxyEventV2 {
  return "rawPath" in event && contextHas(event, "http");
}

function isRestEvent(event: object): event is APIGatewayProxyEvent {
  return "path" in event && "httpMethod" in event && contextHas(event, "identity");
}

function contextHas(event: object, member: string): boolean {
  if (!("requestContext" in event)) return false;
  const { requestContext } = event;
  return typeof requestContext === "object" && requestContext !== null && member in requestContext;
}

function ofHttpApi(event: APIGatewayProxyEventV2): Invocation {
  const { rawPath, rawQueryString, requestContext, headers } = event;
  const query = rawQueryString ? `?${rawQueryString}` : "";
  return {
    via: "http",
    line: {
      method: requestContext.http.method,
      target: `${rawPath}${query}`,
      source: requestContext.http.sourceIp,
      requestId: requestContext.requestId,
    },
    body: bodyOf(event),
    acceptsGzip: /\bgzip\b/.test(headers?.["accept-encoding"] ?? ""),
  };
}

/** A REST API compresses responses itself, and would pass a compressed one on as base64. */
function ofRestApi(event: APIGatewayProxyEvent): Invocation {
  const { path, httpMethod, queryStringParameters, requestContext } = event;
  const timeout = queryStringParameters?.["timeout"];
  const query = timeout === undefined ? "" : `?${new URLSearchParams({ timeout })}`;
  return {
    via: "http",
    line: {
      method: httpMethod,
      target: `${path}${query}`,
      source: requestContext.identity.sourceIp,
      requestId: requestContext.requestId,
    },
    body: bodyOf(event),
    acceptsGzip: false,
  };
}

interface WithBody {
  readonly body?: string | null;
  readonly isBase64Encoded: boolean;
}

function bodyOf({ body, isBase64Encoded }: WithBody): string | Uint8Array {
  if (typeof body !== "string") return "";
  return isBase64Encoded ? Buffer.from(body, "base64") : body;
}
