import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { isObject, type JsonObject } from "../../json/value.ts";

/** A review as it came: over HTTP, or raw by `lambda:InvokeFunction`. */
export type Invocation =
  | {
      readonly via: "http";
      readonly method: string;
      readonly target: string;
      readonly body: string | Uint8Array;
      readonly acceptsGzip: boolean;
    }
  | { readonly via: "invoke"; readonly review: JsonObject };

/**
 * Reads what Lambda hands over: an HTTP API's or a function URL's event (payload 2.0), or a review. A raw review is taken only where no request context exists: over HTTP there always is one, so nobody
 * can pass by what the path protects.
 */
export function readEvent(event: unknown): Invocation | undefined {
  if (typeof event !== "object" || event === null) return undefined;
  if (isHttpEvent(event)) {
    const query = event.rawQueryString ? `?${event.rawQueryString}` : "";
    return {
      via: "http",
      method: event.requestContext.http.method,
      target: `${event.rawPath}${query}`,
      body: bodyOf(event),
      acceptsGzip: /\bgzip\b/.test(event.headers?.["accept-encoding"] ?? ""),
    };
  }
  if ("requestContext" in event || !isObject(event)) return undefined;
  return { via: "invoke", review: event };
}

function isHttpEvent(event: object): event is APIGatewayProxyEventV2 {
  if (!("requestContext" in event && "rawPath" in event)) return false;
  const { requestContext } = event;
  return typeof requestContext === "object" && requestContext !== null && "http" in requestContext;
}

function bodyOf({ body, isBase64Encoded }: APIGatewayProxyEventV2): string | Uint8Array {
  if (typeof body !== "string") return "";
  return isBase64Encoded ? Buffer.from(body, "base64") : body;
}
