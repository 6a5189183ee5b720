import { isObject, type JsonObject } from "../../json/value.ts";
import type { RequestLine } from "../../service/request.ts";

/** What a Lambda event contains: an HTTP request, or a raw review sent by `lambda:InvokeFunction`. */
export type LambdaEvent =
  | {
      readonly via: "http";
      readonly line: RequestLine;
      readonly body: string | Uint8Array;
      readonly acceptsGzip: boolean;
    }
  | { readonly via: "invoke"; readonly review: JsonObject };

/**
 * Reads a Lambda event: from an HTTP API or a function URL (payload 2.0), from a REST API (1.0), or a raw review.
 * Undefined for anything else. An event with a request context is never a raw review: every HTTP event has one, so no
 * HTTP caller can avoid the check of its path.
 */
export function readEvent(event: unknown): LambdaEvent | undefined {
  if (typeof event !== "object" || event === null) return undefined;
  const members = eventMembers(event);
  if ("requestContext" in members) {
    const context = eventMembers(members["requestContext"]);
    return ofHttpApi(members, context) ?? ofRestApi(members, context);
  }
  return isObject(event) ? { via: "invoke", review: event } : undefined;
}

type EventMembers = Readonly<Record<string, unknown>>;

function eventMembers(value: unknown): EventMembers {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textIn(members: EventMembers, name: string): string | undefined {
  const { [name]: value } = members;
  return typeof value === "string" ? value : undefined;
}

/**
 * Reads an event of an HTTP API or a function URL. Undefined if it is not such an event.
 * Source: AWS API Gateway, "Lambda function input format", payload 2.0.
 */
function ofHttpApi(event: EventMembers, context: EventMembers): LambdaEvent | undefined {
  const http = eventMembers(context["http"]);
  const [path, method] = [textIn(event, "rawPath"), textIn(http, "method")];
  if (path === undefined || method === undefined) return undefined;
  const query = textIn(event, "rawQueryString") ?? "";
  const encodings = textIn(eventMembers(event["headers"]), "accept-encoding") ?? "";
  return {
    via: "http",
    line: {
      method,
      target: query === "" ? path : `${path}?${query}`,
      ...senderOf(http, context),
    },
    body: eventBody(event),
    acceptsGzip: /\bgzip\b/.test(encodings),
  };
}

/**
 * Reads an event of a REST API; undefined if it is not such an event. The response is not compressed: a REST API compresses
 * responses itself, and would pass a compressed one on as base64.
 * Source: AWS API Gateway, "Lambda function input format", payload 1.0.
 */
function ofRestApi(event: EventMembers, context: EventMembers): LambdaEvent | undefined {
  const [path, method] = [textIn(event, "path"), textIn(event, "httpMethod")];
  if (path === undefined || method === undefined) return undefined;
  const timeout = textIn(eventMembers(event["queryStringParameters"]), "timeout");
  const query = timeout === undefined ? "" : `?${new URLSearchParams({ timeout })}`;
  return {
    via: "http",
    line: {
      method,
      target: `${path}${query}`,
      ...senderOf(eventMembers(context["identity"]), context),
    },
    body: eventBody(event),
    acceptsGzip: false,
  };
}

function senderOf(
  identity: EventMembers,
  context: EventMembers,
): Pick<RequestLine, "source" | "requestId"> {
  const source = textIn(identity, "sourceIp");
  const requestId = textIn(context, "requestId");
  return { ...(source !== undefined && { source }), ...(requestId !== undefined && { requestId }) };
}

function eventBody(event: EventMembers): string | Uint8Array {
  const body = textIn(event, "body") ?? "";
  return event["isBase64Encoded"] === true ? Buffer.from(body, "base64") : body;
}
